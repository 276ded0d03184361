import { messages } from '../messages.ts';
import type { RunningWork } from './running-work.ts';
import type { ScriptNotices } from './script-notices.ts';
import type { ScriptLink } from './script-link.ts';
import { withinHookTime } from './hook-time.ts';

/** The parts of running scripts that a refusal needs. */
interface RefusalParts {
  readonly started: () => Promise<void>;
  readonly link: () => Pick<ScriptLink, 'hasHook' | 'hook'> | undefined;
  /** Returns whether the script that runs, or ran last, checks changes of status. */
  readonly mayRefuseStatus: () => boolean;
  readonly work: RunningWork;
  readonly notices: ScriptNotices;
}

/** The steps that the scripts of a form do not allow. */
export class ScriptRefusals {
  constructor(private readonly parts: RefusalParts) {}

  /** Returns why the script does not let the work be saved; undefined when it does, or takes too long to answer. */
  async ofSave(from: string, to: string): Promise<string | undefined> {
    if ((await withinHookTime(this.parts.started())) === 'late') {
      this.parts.notices.notify(messages.scriptRefusals.formsScriptHasNotStartedYet);
      return undefined;
    }
    const link = this.parts.link();
    if (link?.hasHook('beforeSave') !== true) return undefined;
    const answer = await withinHookTime(link.hook('beforeSave', [from, to]));
    if (answer !== 'late') return reasonOf(answer);
    this.parts.notices.notify(messages.scriptRefusals.formsScriptTookTooLong);
    return undefined;
  }

  /** Returns why the script does not let the item go to another status; undefined when it does. */
  async ofStatus(from: string, to: string): Promise<string | undefined> {
    await this.parts.started();
    const link = this.parts.link();
    // A script that was ended cannot say what it thinks; one that never asked is not waited for.
    if (link === undefined)
      return this.parts.mayRefuseStatus() ? messages.scriptRefusals.formsScriptIsNotRunning : undefined;
    if (!link.hasHook('beforeStatusChange')) return undefined;
    const asked = await this.parts.work.run(undefined, () => link.hook('beforeStatusChange', [from, to]));
    return 'failed' in asked ? messages.scriptRefusals.formsScriptDidNotAnswer : reasonOf(asked.answer);
  }
}

/** A refusal in words. */
const reasonOf = (answer: string | undefined): string | undefined =>
  answer === '' ? messages.scriptRefusals.formsScriptRefusedThisStep : answer;
