import type { ProviderRequest } from './api.ts';
import type { RequestState } from './request-states.ts';

interface Facts {
  readonly request: Pick<ProviderRequest, 'project' | 'message' | 'note' | 'state'>;
  readonly team: string;
  /** Address of who sent or changed it. */
  readonly by: string;
  readonly link: string;
}

interface Mail {
  readonly subject: string;
  readonly text: string;
}

const VERBS: Readonly<Record<RequestState, string>> = {
  sent: 'sent',
  accepted: 'accepted',
  declined: 'declined',
  delivered: 'delivered',
  completed: 'completed',
  withdrawn: 'withdrew',
};

const subjectOf = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);
const paragraph = (text: string): string => (text === '' ? '' : `\n${text}\n`);

/** The mail that asks a provider to annotate a project. */
export const requestMail = ({ request: { project, message }, team, by, link }: Facts): Mail => ({
  subject: subjectOf(`${by} asks you to annotate ${project}`),
  text: `${by} asks you to annotate the project ${project} of the team ${team}.\n${paragraph(message)}\nAccept or decline: ${link}\n`,
});

/** The mail that says how a request was changed. */
export const changeMail = ({ request: { project, note, state }, team, by, link }: Facts): Mail => ({
  subject: subjectOf(`${by} ${VERBS[state]} ${project}`),
  text: `${by} ${VERBS[state]} the project ${project} of the team ${team}.\n${paragraph(note)}\nOpen the request: ${link}\n`,
});
