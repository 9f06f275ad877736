import type { Log } from '#platform/core/log.ts';
import type { Files } from './files.ts';

/** The file store with a memory of what one piece of work has put there, so that it can be taken away when the work fails. */
export function filesOfWork(files: Files, log: Log) {
  const keys: string[] = [];
  const put: Files['put'] = async (content) => {
    const stored = await files.put(content);
    keys.push(stored.key);
    return stored;
  };
  return {
    store: { ...files, put },
    takeAway: async () => {
      for (const key of keys)
        await files.delete(key).catch((error: unknown) => log.warn('file', { key, error: String(error) }));
    },
  };
}
