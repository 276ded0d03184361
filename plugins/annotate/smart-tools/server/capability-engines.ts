import type { Engine } from '#plugins/workspace/system-health/server/kit/index.ts';
import type { Capability, CapabilityName } from '../common/capability.ts';

const purposes: Readonly<Record<CapabilityName, string>> = {
  segment: 'Outlines objects',
  ocr: 'Reads text in pictures',
  track: 'Tracks objects through videos',
  detect: 'Finds objects',
  'embed.text': 'Searches texts by meaning',
  'embed.image': 'Searches similar pictures',
  'embed.joint': 'Searches pictures by words',
};

/** Returns the providers of capabilities for the page of operators. Those without any are left out. */
export function capabilityEngines(capabilities: readonly Capability[]): Engine[] {
  return capabilities.flatMap(({ name, providers }) =>
    providers.map((each): Engine => ({
      kind: 'model',
      name: each.title,
      purpose: purposes[name],
      version: each.version === each.title ? null : each.version,
      place: each.id === 'http' ? 'external' : each.place,
      state: each.available ? 'ready' : 'unavailable',
      reason: each.reason ?? null,
      waiting: null,
      running: null,
      failed: null,
    })),
  );
}
