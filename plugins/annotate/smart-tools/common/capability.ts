import { z } from '#core/api/common/index.ts';

/** Names of the capabilities. Each has an ordered list of providers; some have none yet. */
export const capabilityNames = [
  'segment',
  'ocr',
  'track',
  'detect',
  'embed.text',
  'embed.image',
  'embed.joint',
] as const;
export type CapabilityName = (typeof capabilityNames)[number];

/** `ready`: the first choice works. `fallback`: something simpler answers in its place. `unavailable`: nothing does. */
export const capabilityStates = ['ready', 'fallback', 'unavailable'] as const;
export type CapabilityState = (typeof capabilityStates)[number];

/** One provider of a capability, in the order in which they are tried. */
export const providerState = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  /** `server`: runs beside the database. `browser`: runs in the page of who asks. */
  place: z.enum(['server', 'browser']),
  available: z.boolean(),
  /** Why not, and the cure; absent when it is available. */
  reason: z.string().optional(),
});
export type ProviderState = z.output<typeof providerState>;

/** State of one capability. */
export const capability = z.object({
  name: z.enum(capabilityNames),
  state: z.enum(capabilityStates),
  /** Id of the provider that answers. */
  provider: z.string().optional(),
  /** In plain words, when the state is not `ready`. */
  reason: z.string().optional(),
  providers: z.array(providerState),
});
export type Capability = z.output<typeof capability>;

/** The state of a capability by its providers: the first that is available answers. */
export function capabilityOf(name: CapabilityName, providers: readonly ProviderState[]): Capability {
  const first = providers.findIndex(each => each.available);
  const chosen = providers[first];
  const reason = first === 0 ? undefined : (providers[0]?.reason ?? 'No provider is installed for this.');
  return {
    name,
    state: chosen === undefined ? 'unavailable' : first === 0 ? 'ready' : 'fallback',
    ...(chosen === undefined ? {} : { provider: chosen.id }),
    ...(reason === undefined ? {} : { reason }),
    providers: [...providers],
  };
}
