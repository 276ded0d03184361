import { confirm } from './dialogs.tsx';
import { messages } from './messages.ts';

/** Asks whether to leave changes that are not saved. */
export const askToLeave = (): Promise<boolean> =>
  confirm({
    title: messages.leaveQuestion.unsavedChanges,
    text: messages.leaveQuestion.yourChangesOnThisPage,
    action: messages.leaveQuestion.leave,
    danger: true,
  });
