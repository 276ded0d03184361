import type { JSX } from 'react';
import { chatModels, isAnswer } from '../../common/chat-turns.ts';
import { recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { ChatByHand } from './chat-by-hand.tsx';
import { ChatWithModels } from './chat-with-models.tsx';
import type { ControlProps } from './control.ts';

/** A conversation: with the models of the form, or written by hand where it names none. */
export default function ChatControl(props: ControlProps): JSX.Element {
  const asked =
    chatModels(props.component).length > 0 ||
    recordsOf(props.field.value).some(line => isAnswer(line) && line['run_id'] !== undefined);
  return asked ? <ChatWithModels {...props} /> : <ChatByHand {...props} />;
}
