import { proxy, ref } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import type { Comment } from '#plugins/annotate/annotations/common/index.ts';
import type { SeenMessages } from '../../common/thread-filter.ts';

const KEY = 'loupe_seen_threads';
/** Threads that are remembered; those seen longest ago are forgotten first. */
const MOST = 2_000;

function stored(): SeenMessages {
  try {
    const read: unknown = JSON.parse(browserStore.get(KEY) ?? '{}');
    return typeof read === 'object' && read !== null ? (read as SeenMessages) : {};
  } catch {
    return {};
  }
}

/** Messages that the person has read, kept in this browser. */
export class ReadThreads {
  readonly state = proxy<{ seen: SeenMessages }>({ seen: ref(stored()) });

  /** The person has the thread on the screen. */
  see({ id, correspondence }: Comment): void {
    if (this.state.seen[id] === correspondence.length) return;
    const { [id]: before, ...others } = this.state.seen;
    const seen = Object.fromEntries([...Object.entries(others), [id, correspondence.length] as const].slice(-MOST));
    this.state.seen = ref(seen);
    browserStore.set(KEY, JSON.stringify(seen));
  }
}
