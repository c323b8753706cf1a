"""A real broker for a test that needs one: every test shares it, so each begins with its topics empty."""

import asyncio
from collections.abc import Mapping

from aiokafka.admin import AIOKafkaAdminClient, NewTopic


async def esvaziar_topicos(broker: str, particoes: Mapping[str, int]) -> None:
    """Make these topics new, with as many partitions each; what other tests left in them is gone."""
    admin = AIOKafkaAdminClient(bootstrap_servers=broker)
    await admin.start()
    try:
        await admin.delete_topics([topico for topico in await admin.list_topics() if topico in particoes])
        while True:
            if not particoes.keys() & set(await admin.list_topics()):
                break
            await asyncio.sleep(0.05)
        await admin.create_topics([NewTopic(topico, n, 1) for topico, n in particoes.items()])
    finally:
        await admin.close()
