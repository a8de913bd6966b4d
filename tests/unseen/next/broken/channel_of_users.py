"""A noisy maximum of counts that move by 1, but a user's two rows are replaced and move them by 2. Witness: both rows
of a user go from tv to web, where web has three more; tv wins with a loss of about 1.4 times eps."""

from enum import Enum
from typing import Annotated, NamedTuple

from twinproof import Epsilon, laplace, mechanism, one_user_changed


class Channel(Enum):
    TV = 1
    WEB = 2


class Contact(NamedTuple):
    user: int
    channel: Channel


@mechanism(epsilon="eps")
def channel_of_users(contacts: Annotated[list[Contact], one_user_changed("user", rows=2)], eps: Epsilon) -> Channel:
    counts = {channel: 0 for channel in Channel}
    for contact in contacts:
        counts[contact.channel] += 1
    noisy = {channel: laplace(count, 2 / eps) for channel, count in counts.items()}
    return max(noisy, key=noisy.get)
