import { useState } from 'react';
import { useAppContext, useCall, useWorkbench } from '@loupe/sdk/app';
import { boxInstance } from './box-instance';
import { greyPicture } from './grey-picture';
import type { ProposedBox } from './model';
import { proposeBoxes } from './model';

interface Place {
  readonly projectId: number;
  readonly itemId: number;
}

/** Beside the editor: boxes that a model proposes for the open item. */
export default function ModelAssist() {
  const { project, item } = useAppContext();
  if (project === undefined || item === undefined) return <p>Open an item to begin.</p>;
  return <Proposals key={item.id} place={{ projectId: project.id, itemId: item.id }} />;
}

function Proposals({ place }: { readonly place: Place }) {
  const workbench = useWorkbench();
  const classes = useCall(({ projects }) => projects.classes({ projectId: place.projectId }), [place.projectId]);
  const [boxes, setBoxes] = useState<readonly ProposedBox[]>();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [classId, setClassId] = useState<number>();
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState('');
  const objects = (classes.data ?? []).filter(each => each.kind === 'object');
  const chosenClass = objects.find(each => each.id === classId) ?? objects[0];
  const chosen = (boxes ?? []).filter((_, at) => !left.has(at));
  const run = async (text: string, work: () => Promise<void>): Promise<void> => {
    setBusy(text);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy('');
  };
  const ask = () =>
    run('Asking the model…', async () => {
      const { bytes, mime } = await workbench.files.read({ ...place, as: 'shown' });
      setBoxes(await proposeBoxes(workbench.http, await greyPicture(bytes, mime)));
      setLeft(new Set());
    });
  const add = () =>
    run('Adding…', async () => {
      const { width, height } = await workbench.items.get(place);
      if (chosenClass === undefined || width === null || height === null)
        throw new Error('The size of the picture is not known.');
      const { document, revision } = await workbench.annotations.get(place);
      await workbench.annotations.put({
        ...place,
        base: revision,
        document: {
          ...document,
          instances: [...document.instances, ...chosen.map(each => boxInstance(each, chosenClass, width, height))],
        },
      });
      setBoxes(undefined);
      await workbench.ui.toast({
        text: `${chosen.length} ${chosen.length === 1 ? 'box is' : 'boxes are'} added.`,
        tone: 'success',
      });
    });
  if (classes.error !== undefined) return <p role="alert">{classes.error.message}</p>;
  if (classes.data !== undefined && objects.length === 0) return <p>The project has no class for objects yet.</p>;
  return (
    <main>
      <p>
        <button type="button" disabled={busy !== ''} onClick={() => void ask()}>
          Propose boxes
        </button>{' '}
        <span role="status">{busy}</span>
      </p>
      {problem === '' ? undefined : <p role="alert">{problem}</p>}
      {boxes?.length === 0 ? <p>The model found nothing.</p> : undefined}
      {boxes === undefined || boxes.length === 0 ? undefined : (
        <>
          <label>
            Class{' '}
            <select value={chosenClass?.id} onChange={event => setClassId(Number(event.target.value))}>
              {objects.map(each => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </select>
          </label>
          <ul style={{ listStyle: 'none', padding: 0 }}>
            {boxes.map((each, at) => (
              <li key={at}>
                <label>
                  <input
                    type="checkbox"
                    checked={!left.has(at)}
                    onChange={() =>
                      setLeft(before =>
                        before.has(at) ? new Set([...before].filter(other => other !== at)) : new Set([...before, at]),
                      )
                    }
                  />{' '}
                  Box {at + 1}, {Math.round(each.score * 100)} %
                </label>
              </li>
            ))}
          </ul>
          <button type="button" disabled={busy !== '' || chosen.length === 0} onClick={() => void add()}>
            Add {chosen.length} {chosen.length === 1 ? 'box' : 'boxes'}
          </button>
        </>
      )}
    </main>
  );
}
