/**
 * From what a file says and where it lies to the disclosure and policy of its work.
 */
import type { EntityPolicy } from '@archive/contract/private';
import { decideFileDisclosure, type FileDisclosure } from '../policy/file-disclosure.ts';
import { privateSegmentOf } from '../policy/is-private-path.ts';
import type { PolicyKeys } from '../policy/read-policy-keys.ts';
import type { CollectionFile, ReadingContext } from './reading-context.ts';

/** The segment of a path that makes a file private, judged by every name it has. */
function privateSegmentOfFile({ collection, file }: CollectionFile): string | undefined {
  return privateSegmentOf([...collection.judgedSegments, file.relative, file.linkTarget ?? ''].join('/'));
}

/** Decides what a file asks for. @throws {FileRefusedError} when it may not */
export function decideSource(
  keys: PolicyKeys,
  source: CollectionFile,
  context: ReadingContext,
): FileDisclosure {
  const { config } = source.collection;
  const segment = privateSegmentOfFile(source);
  const defaultRaw = context.config.defaults?.raw;
  const decided = decideFileDisclosure(keys, {
    kind: config.kind,
    collection: {
      ...(config.raw === undefined ? {} : { raw: config.raw }),
      ...(config.exposure === undefined ? {} : { exposure: config.exposure }),
    },
    now: context.now,
    timeZone: context.timeZone,
    ...(defaultRaw === undefined ? {} : { defaultRaw }),
    ...(segment === undefined ? {} : { privateSegment: segment }),
  });
  if (decided.rules.at(-1) === 'path') context.tallies.privateByPath += 1;
  return decided;
}

/** Merges the policies of config, collection and file; what is stated nearest to the work wins. */
export function mergePolicy(
  keys: PolicyKeys,
  { collection }: Pick<CollectionFile, 'collection'>,
  context: ReadingContext,
): EntityPolicy {
  const { config } = collection;
  const { maxChars, ngramWords } = context.config.gist ?? {};
  const publicTitle =
    keys.publicTitle ?? keys.policy?.publicTitle ?? config.publicTitle ?? config.policy?.publicTitle;
  const requireReview =
    keys.requireReview ?? keys.policy?.requireReview ?? config.requireReview ?? config.policy?.requireReview;
  const match = keys.policy?.match ?? config.policy?.match;
  const gistBudget = keys.policy?.gistBudget ?? config.policy?.gistBudget;
  const lint = {
    ...(ngramWords === undefined ? {} : { ngramWords }),
    ...(maxChars === undefined ? {} : { gistMaxChars: maxChars }),
    ...config.policy?.lint,
    ...keys.policy?.lint,
  };
  return {
    ...(requireReview === true ? { requireReview } : {}),
    ...(publicTitle === true ? { publicTitle } : {}),
    ...(match === undefined ? {} : { match }),
    ...(gistBudget === undefined ? {} : { gistBudget }),
    ...(config.keepComments === true ? { keepComments: true } : {}),
    ...(Object.keys(lint).length === 0 ? {} : { lint }),
  };
}
