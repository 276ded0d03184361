import { defineWebHalf } from '#core/kernel/web/index.ts';
import { ShortcutDispatcher } from '#core/shortcuts/web/index.ts';
import { CommandRegistry } from '#core/commands/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { withoutStaleApproval } from '../common/approval.ts';
import { reviewBlockers } from '../common/review-walk.ts';
import manifest from '../manifest.ts';
import { Flicker } from './flicker.ts';
import { ReviewController } from './review-controller.ts';
import { VersionCompare } from './version-compare.ts';
import { Versions } from './versions.ts';

/** Commands that come before the tools' keys while one reviews. */
const REVIEWING = 'review';

export default defineWebHalf(manifest, {
  bindings(container) {
    container.bind(Versions).toSelf();
    container.bind(VersionCompare).toSelf();
    container.bind(Flicker).toSelf();
    container.bind(ReviewController).toSelf();
  },
  activate({ get, panel, command, tap, own }) {
    panel('changes', () => import('./panels/changes-panel.tsx'));
    panel('bar', () => import('./panels/review-bar.tsx'));
    panel('differences', () => import('./panels/difference-overlay.tsx'));

    const open = get(OpenItemToken);
    const review = get(ReviewController);
    const compare = get(VersionCompare);
    const flicker = get(Flicker);
    const keys = get(ShortcutDispatcher);
    const commands = get(CommandRegistry);
    own(compare);
    own(flicker);
    const isOpen = (): boolean => open.now !== undefined && !open.overlaid;
    const reviewing = (): boolean => isOpen() && review.state.on;
    command('toggle', () => review.toggle(), isOpen);
    command('flicker', () => flicker.flash(), isOpen);
    command('nextChange', () => compare.step(1), isOpen);
    command('previousChange', () => compare.step(-1), isOpen);
    command('disapproveItemWithReason', () => review.ask('item'), isOpen);
    command('approve', () => review.approve('approved'), reviewing);
    command('disapprove', () => review.approve('disapproved'), reviewing);
    command('disapproveWithReason', () => review.ask('objects'), reviewing);
    command('nextUnreviewed', () => review.nextUnreviewed(1), reviewing);
    command('previousUnreviewed', () => review.nextUnreviewed(-1), reviewing);
    command('nextIssue', () => review.nextIssue(1), reviewing);
    command('previousIssue', () => review.nextIssue(-1), reviewing);
    command('zoom', () => review.zoom(), reviewing);

    // Before the tools: otherwise N draws again and X slices.
    tap(
      keys.pressed,
      event => {
        const id = keys.commandOf(event, each => each.startsWith(`${manifest.id}.`));
        if (id === undefined || !isOpen()) return undefined;
        if (id === `${manifest.id}.flicker`) {
          flicker.hold(event.code);
          return true;
        }
        if (commands.state.commands.get(id)?.scope !== REVIEWING) return undefined;
        void commands.run(id);
        return true;
      },
      { stage: -1 },
    );
    own(review.follow());
    tap(get(EditorHooks).blocking, (blockers, { opened, session }, to) =>
      opened.flags.approveDisapproveObject
        ? [...blockers, ...reviewBlockers(session.scene.instances, opened.item.annotation_status, to)]
        : blockers,
    );
    tap(get(EditorHooks).drafting, patches => withoutStaleApproval(patches));
  },
});
