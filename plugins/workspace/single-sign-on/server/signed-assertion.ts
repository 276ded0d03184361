import { samlFault } from './saml-text.ts';

/** An element of the signed assertion as its parser gives it. */
interface Node {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
  readonly [child: string]: unknown;
}

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

const children = (node: Node | undefined, name: string): readonly Node[] =>
  Array.isArray(node?.[name]) ? (node[name] as readonly Node[]) : [];

/** Facts in the signed assertion about its own delivery. */
export interface Delivery {
  readonly id: string;
  /** The request that is answered; undefined when the provider began the sign-in. */
  readonly inResponseTo: string | undefined;
  /** Time from which the assertion is refused anyway. */
  readonly expires: Date;
}

export interface DeliveryRules {
  /** Address that the assertion must name. */
  readonly recipient: string;
  readonly now: number;
  /** Accepted difference of clocks, in milliseconds. */
  readonly skew: number;
}

const at = (text: string | undefined): number => (text === undefined ? Number.NaN : Date.parse(text));

/**
 * Reads to whom and for how long a signed assertion is good. Only what is inside of the signature counts: the response
 * around it may be unsigned. @throws Fault SSO_FAILED (422) that names the rule
 */
export function readDelivery(assertion: unknown, { recipient, now, skew }: DeliveryRules): Delivery {
  const root = (assertion as { readonly Assertion?: Node } | undefined)?.Assertion;
  const id = root?.$?.['ID'];
  if (root === undefined || id === undefined || id === '') throw samlFault('The assertion has no ID.');
  const conditions = children(root, 'Conditions');
  const notOnOrAfter = at(conditions[0]?.$?.['NotOnOrAfter']);
  if (conditions.length !== 1 || Number.isNaN(notOnOrAfter))
    throw samlFault('The assertion does not say when it ends.');
  const subjects = children(root, 'Subject');
  if (subjects.length !== 1) throw samlFault('The assertion has no subject.');
  const bearers = children(subjects[0], 'SubjectConfirmation').filter(each => each.$?.['Method'] === BEARER);
  const facts = bearers.map(each => children(each, 'SubjectConfirmationData')[0]?.$ ?? {});
  if (facts.length === 0) throw samlFault('The assertion has no subject confirmation for a bearer.');
  const own = facts.filter(each => each['Recipient'] === recipient);
  if (own.length === 0)
    throw samlFault(
      `The assertion is for the recipient ${facts[0]!['Recipient'] ?? '(none)'} and not for ${recipient}.`,
    );
  const valid = own.find(each => {
    const end = at(each['NotOnOrAfter']);
    const begin = each['NotBefore'] === undefined ? -Infinity : at(each['NotBefore']);
    return now - skew < end && now + skew >= begin;
  });
  if (valid === undefined) throw samlFault('The assertion has expired. Compare the clocks of both servers.');
  return {
    id,
    inResponseTo: valid['InResponseTo'],
    expires: new Date(Math.max(notOnOrAfter, at(valid['NotOnOrAfter'])) + skew),
  };
}
