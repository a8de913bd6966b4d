"""Sales of four shops, of the two cities that they are in, and of the country. A sale is in one number of each level,
and the levels have a half, a quarter and a quarter of eps."""

from typing import Annotated

from twinproof import Epsilon, laplace, mechanism, one_added_or_removed

# generated from sales_report.yaml
SHOPS = (0, 1, 2, 3)
CITIES = (0, 1)
CITY_OF_SHOP = {0: 0, 1: 0, 2: 1, 3: 1}


@mechanism(epsilon="eps")
def shop_city_country(sales: Annotated[list[int], one_added_or_removed()], eps: Epsilon) -> list[int]:
    v_shop = {k: 0 for k in SHOPS}
    v_city = {k: 0 for k in CITIES}
    v_country = 0
    for row in sales:
        if row in v_shop:
            v_shop[row] += 1
            v_city[CITY_OF_SHOP[row]] += 1
            v_country += 1
    eps_shop = eps / 2
    eps_city = eps / 4
    eps_country = eps - eps_shop - eps_city
    out_0 = [laplace(v_shop[k], 1 / eps_shop) for k in SHOPS]
    out_1 = [laplace(v_city[k], 1 / eps_city) for k in CITIES]
    out_2 = [laplace(v_country, 1 / eps_country)]
    return out_0 + out_1 + out_2
