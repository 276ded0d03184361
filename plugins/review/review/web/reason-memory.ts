import { proxy, ref } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import { firstReasons, MOST_REASONS, withReason } from '../common/reasons.ts';

const KEY = 'loupe_review_reasons';

function stored(): readonly string[] {
  try {
    const read: unknown = JSON.parse(browserStore.get(KEY) ?? 'null');
    if (Array.isArray(read)) return read.filter(each => typeof each === 'string').slice(0, MOST_REASONS);
  } catch {
    // What cannot be read starts over.
  }
  return firstReasons;
}

/** The reasons a person gave last, kept in this browser. */
export class ReasonMemory {
  readonly state = proxy<{ reasons: readonly string[] }>({ reasons: ref([...stored()]) });

  used(reason: string): void {
    const reasons = withReason(this.state.reasons, reason);
    if (reasons === this.state.reasons) return;
    this.state.reasons = ref([...reasons]);
    browserStore.set(KEY, JSON.stringify(reasons));
  }
}
