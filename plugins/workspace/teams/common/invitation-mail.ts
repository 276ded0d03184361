/** Facts about an invitation. */
export interface Invitation {
  readonly team: string;
  readonly by: string;
  readonly link: string;
  /** Days for which the link is valid. */
  readonly days: number;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The mail that invites somebody; names of teams and people are text in it, never markup. */
export function invitationMail({ team, by, link, days }: Invitation): {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
} {
  const lifetime = `The link works for ${days} ${days === 1 ? 'day' : 'days'}.`;
  const rest = 'If you do not expect this mail, you need not do anything.';
  return {
    subject: `${by} invites you to the team ${team}`.replace(/\s+/g, ' ').slice(0, 200),
    text: `${by} invites you to work in the team ${team}.\n\nJoin the team: ${link}\n\n${lifetime} ${rest}\n`,
    html: `<p>${escaped(by)} invites you to work in the team <b>${escaped(team)}</b>.</p><p><a href="${escaped(link)}">Join the team</a></p><p>${lifetime} ${rest}</p>`,
  };
}
