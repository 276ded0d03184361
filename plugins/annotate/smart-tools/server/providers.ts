import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { Capability, CapabilityName, ProviderState } from '../common/capability.ts';
import { capabilityNames, capabilityOf } from '../common/capability.ts';
import { ModelThreads } from './model-threads.ts';
import { Detectors } from './detection/detectors.ts';
import { Trackers } from './tracking/trackers.ts';
import { EmbeddingProviders } from './vectors/embedding-providers.ts';
import type { ModelId } from './models/model-catalogue.ts';
import { modelOf } from './models/model-catalogue.ts';

/** A model on this server as a provider of a capability. */
interface ServerProvider {
  readonly id: string;
  readonly place: 'server';
  readonly model: ModelId;
}

/** Something that works in the page of who asks, whatever the server has. */
interface BrowserProvider {
  readonly id: string;
  readonly place: 'browser';
  readonly title: string;
  readonly version: string;
}

/** Providers of each capability, first choice first. A capability that is not named has no provider yet. */
const PROVIDERS: Readonly<Partial<Record<CapabilityName, readonly (ServerProvider | BrowserProvider)[]>>> = {
  segment: [
    { id: 'sam2-onnx', place: 'server', model: 'sam2-hiera-tiny' },
    { id: 'grabcut', place: 'browser', title: 'GrabCut', version: '4.12.0' },
  ],
  ocr: [{ id: 'onnx-ppocr', place: 'server', model: 'pp-ocr-v4' }],
  track: [{ id: 'two-way', place: 'browser', title: 'Two-way tracker', version: '1' }],
  'embed.text': [{ id: 'onnx-text', place: 'server', model: 'minilm-l6' }],
  'embed.image': [{ id: 'onnx-resnet50', place: 'server', model: 'resnet50' }],
};

/** Id and version of a server provider, as each answer names them. */
export interface Answerer {
  readonly provider: string;
  readonly version: string;
}

/** The registry of providers and their state. */
export class Providers {
  constructor(
    @inject(ModelThreads) private readonly threads: ModelThreads,
    @inject(EmbeddingProviders) private readonly embeddings: EmbeddingProviders,
    @inject(Trackers) private readonly trackers: Trackers,
    @inject(Detectors) private readonly detectors: Detectors,
  ) {}

  async capabilities(): Promise<readonly Capability[]> {
    const embeddings = await this.#embeddings();
    const connected: Readonly<Partial<Record<CapabilityName, ProviderState | undefined>>> = {
      track: connectedService((await this.trackers.connected())?.title),
      detect: connectedService((await this.detectors.connected())?.model),
      'embed.text': embeddings,
      'embed.image': embeddings,
      'embed.joint': embeddings,
    };
    return Promise.all(
      capabilityNames.map(async name => {
        const first = connected[name];
        const own = await Promise.all((PROVIDERS[name] ?? []).map(each => this.#state(each)));
        return capabilityOf(name, first === undefined ? own : [first, ...own]);
      }),
    );
  }

  /** The server's provider of a capability. @throws Fault MODEL_UNAVAILABLE (503) with the cure. */
  async demand(name: 'segment' | 'ocr'): Promise<Answerer> {
    const provider = PROVIDERS[name]!.find(each => each.place === 'server')!;
    const readiness = await this.threads.readiness(provider.model);
    if (!readiness.ready)
      throw new Fault('MODEL_UNAVAILABLE', readiness.reason, { status: 503, details: { capability: name } });
    return { provider: provider.id, version: versionOf(provider.model) };
  }

  /** The connected service of embeddings, which goes before the installed models. */
  async #embeddings(): Promise<ProviderState | undefined> {
    const { provider } = await this.embeddings.readiness();
    if (provider?.id !== 'http') return undefined;
    const { id, title, version } = provider;
    return { id, title, version, place: 'server', available: true };
  }

  async #state(provider: ServerProvider | BrowserProvider): Promise<ProviderState> {
    if (provider.place === 'browser')
      return { id: provider.id, title: provider.title, version: provider.version, place: 'browser', available: true };
    const readiness = await this.threads.readiness(provider.model);
    return {
      id: provider.id,
      title: modelOf(provider.model).title,
      version: versionOf(provider.model),
      place: 'server',
      available: readiness.ready,
      ...(readiness.ready ? {} : { reason: readiness.reason }),
    };
  }
}

/** A service of the operator, by the name of its model. */
const connectedService = (model: string | undefined): ProviderState | undefined =>
  model === undefined ? undefined : { id: 'http', title: model, version: model, place: 'server', available: true };

/** Model and package version: an embedding of one is no use to another. */
const versionOf = (id: ModelId): string => `${id}-${modelOf(id).version}`;
