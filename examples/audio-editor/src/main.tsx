import { useCallback, useEffect, useState } from 'react';
import { useAppContext, useCall, useWorkbench } from '@loupe/sdk/app';
import type { Stretch } from './stretches';
import { readStretches, withStretch } from './stretches';
import { Waveform } from './waveform';

interface Place {
  readonly projectId: number;
  readonly itemId: number;
}

interface Sound {
  readonly buffer: AudioBuffer;
  readonly samples: Float32Array;
}

/** The editor of an item that is a sound. */
export default function AudioEditor() {
  const { project, item } = useAppContext();
  if (project === undefined || item === undefined) return <p>Open a sound to begin.</p>;
  return <ItemEditor key={item.id} place={{ projectId: project.id, itemId: item.id }} />;
}

function ItemEditor({ place }: { readonly place: Place }) {
  const { storage } = useWorkbench();
  const sound = useCall(
    async ({ files }): Promise<Sound> => {
      const { bytes } = await files.read(place);
      const buffer = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes.slice().buffer);
      return { buffer, samples: buffer.getChannelData(0) };
    },
    [place.itemId],
  );
  const classes = useCall(({ projects }) => projects.classes({ projectId: place.projectId }), [place.projectId]);
  const kept = useCall(each => each.storage.getForItem({ itemId: place.itemId }), [place.itemId]);
  const [own, setOwn] = useState<{ readonly stretches: readonly Stretch[]; readonly etag: string }>();
  const [label, setLabel] = useState<string>();
  const [progress, setProgress] = useState('');
  const names = (classes.data ?? []).map(each => each.name);
  const chosen = label ?? names[0] ?? 'Sound';
  const { stretches, etag } = own ?? { stretches: readStretches(kept.data?.value), etag: kept.data?.etag };
  const colorOf = useCallback(
    (name: string) => classes.data?.find(each => each.name === name)?.color ?? '#888888',
    [classes.data],
  );
  const store = async (next: readonly Stretch[]): Promise<void> => {
    if (etag === undefined || next === stretches) return;
    setOwn({ stretches: next, etag });
    setProgress('Saving…');
    try {
      setOwn({ stretches: next, etag: (await storage.putForItem({ itemId: place.itemId, value: next, etag })).etag });
      setProgress('Saved.');
    } catch (error) {
      setOwn(undefined);
      kept.again();
      setProgress(error instanceof Error ? error.message : String(error));
    }
  };
  const play = ({ start, end }: Stretch): void => {
    const context = new AudioContext();
    const source = context.createBufferSource();
    source.buffer = sound.data!.buffer;
    source.connect(context.destination);
    source.onended = () => void context.close();
    source.start(0, start, end - start);
  };
  useEffect(() => {
    document.body.style.margin = '12px';
  }, []);
  const problem = sound.error ?? classes.error ?? kept.error;
  if (problem !== undefined) return <p role="alert">{problem.message}</p>;
  if (sound.data === undefined || kept.data === undefined || classes.data === undefined)
    return <p>Loading the sound…</p>;
  const { duration } = sound.data.buffer;
  return (
    <main>
      <p>
        <label>
          Class{' '}
          <select value={chosen} onChange={event => setLabel(event.target.value)}>
            {(names.length === 0 ? ['Sound'] : names).map(each => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>{' '}
        {duration.toFixed(2)} s. Drag over the sound to mark a stretch. <span role="status">{progress}</span>
      </p>
      <Waveform
        samples={sound.data.samples}
        duration={duration}
        stretches={stretches}
        colorOf={colorOf}
        onDraw={(start, end) => void store(withStretch(stretches, { start, end, label: chosen }, duration))}
      />
      {stretches.length === 0 ? (
        <p>No stretch is marked yet.</p>
      ) : (
        <ol>
          {stretches.map((each, at) => (
            <li key={`${each.start} ${each.end} ${each.label} ${at}`}>
              {each.start.toFixed(2)}–{each.end.toFixed(2)} s, {each.label}{' '}
              <button type="button" onClick={() => play(each)}>
                Play
              </button>{' '}
              <button type="button" onClick={() => void store(stretches.filter((_, other) => other !== at))}>
                Remove
              </button>
            </li>
          ))}
        </ol>
      )}
    </main>
  );
}
