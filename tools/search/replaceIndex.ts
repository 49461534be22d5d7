import {randomBytes} from 'node:crypto';
import type {Algoliasearch} from 'algoliasearch';
import type {SearchObject} from './objects';
import {retry, type RetryOptions} from './retry';
import {INDEX_SETTINGS} from './settings';

/** Objects that are sent together. */
const BATCH = 500;

/**
 * Replaces all that an index holds, at once: readers find the old objects until all new ones are in a temporary index,
 * which then takes the place of the old. Synonyms and rules stay.
 *
 * @param client the service's official client, with a key that may write
 */
export async function replaceIndex(
  client: Algoliasearch,
  indexName: string,
  objects: readonly SearchObject[],
  options: RetryOptions,
): Promise<void> {
  const temporary = `${indexName}_tmp_${randomBytes(4).toString('hex')}`;
  const {log} = options;
  let begun = false;
  const run = async (name: string, task: () => Promise<{taskID: number}>, index = temporary) => {
    const {taskID} = await retry(name, task, options);
    begun = true;
    await retry(name, () => client.waitForTask({indexName: index, taskID}), options);
  };

  try {
    log(`[1/3] 准备临时索引 ${temporary}`);
    await run('复制同义词和规则', () =>
      client.operationIndex({
        indexName,
        operationIndexParams: {operation: 'copy', destination: temporary, scope: ['synonyms', 'rules']},
      }),
    );
    await run('设置临时索引', () =>
      client.setSettings({indexName: temporary, indexSettings: INDEX_SETTINGS}),
    );
    for (let from = 0; from < objects.length; from += BATCH) {
      const batch = objects.slice(from, from + BATCH);
      await run('发送记录', () =>
        client.batch({
          indexName: temporary,
          batchWriteParams: {
            requests: batch.map((body) => ({action: 'addObject', body: {...body}})),
          },
        }),
      );
      log(`[2/3] 已发送 ${from + batch.length} / ${objects.length} 条记录`);
    }
    log(`[3/3] 换下 ${indexName}`);
    await run(
      '换下旧索引',
      () =>
        client.operationIndex({
          indexName: temporary,
          operationIndexParams: {operation: 'move', destination: indexName},
        }),
      indexName,
    );
  } catch (error) {
    if (begun) {
      await client.deleteIndex({indexName: temporary}).catch(() => {
        log(`临时索引 ${temporary} 没能删除，请在服务的控制台里删除它`);
      });
    }
    throw error;
  }
}
