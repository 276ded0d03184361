import { useState } from 'react';
import type { AppContext, AppInstance } from '@loupe/sdk/app';
import { useAppContext, useAppEvent, useCall, useCommand, useWorkbench } from '@loupe/sdk/app';
import { countByClass } from './count-by-class';

type Open = Required<Pick<AppContext, 'project' | 'item'>>;

/** Beside an item: what is in it, a note, and a comment on the selection. */
export default function ReviewNotes() {
  const { project, item } = useAppContext();
  if (project === undefined || item === undefined) return <p>Open an item to review it.</p>;
  return (
    <>
      <Counts project={project} item={item} />
      <Note key={item.id} itemId={item.id} />
    </>
  );
}

function Counts({ project, item }: Open) {
  const workbench = useWorkbench();
  const { selection } = useAppContext();
  const place = { projectId: project.id, itemId: item.id };
  const { data, error, again } = useCall(({ annotations }) => annotations.get(place), [project.id, item.id]);
  useAppEvent('annotationsChanged', change => {
    if (change.itemId === item.id) again();
  });
  const [selected] = selection;
  const comment = async (instanceId: string): Promise<void> => {
    const yes = await workbench.ui.confirm({ text: 'Ask for another look at the selected object?', action: 'Comment' });
    if (!yes) return;
    await workbench.comments.add({
      ...place,
      text: 'Please look at this object again.',
      at: { ...middle(data?.document.instances.find(each => each.id === instanceId)), instanceId },
    });
    await workbench.ui.toast({ text: 'The comment is there.', tone: 'success' });
  };
  useCommand(
    'look',
    () => void (selected === undefined ? workbench.ui.toast({ text: 'Select an object first.' }) : comment(selected)),
  );
  if (error !== undefined) return <p role="alert">{error.message}</p>;
  if (data === undefined) return <p>Loading…</p>;
  const counts = countByClass(data.document.instances);
  return (
    <section>
      <h2 style={{ fontSize: 15 }}>Objects</h2>
      {counts.length === 0 ? (
        <p>Nothing is annotated yet.</p>
      ) : (
        <ul>
          {counts.map(([name, count]) => (
            <li key={name}>
              {name}: {count}
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        disabled={selected === undefined}
        onClick={() => {
          if (selected !== undefined) void comment(selected);
        }}
      >
        Ask for another look
      </button>
    </section>
  );
}

/** A note that is kept for the item; when somebody else wrote one meanwhile, both are shown. */
function Note({ itemId }: { readonly itemId: number }) {
  const { storage } = useWorkbench();
  const { data, error, again } = useCall(workbench => workbench.storage.getForItem({ itemId }), [itemId]);
  const [text, setText] = useState<string>();
  const [progress, setProgress] = useState('');
  if (error !== undefined) return <p role="alert">{error.message}</p>;
  if (data === undefined) return <p>Loading…</p>;
  const kept = typeof data.value === 'string' ? data.value : '';
  const keep = async (): Promise<void> => {
    try {
      await storage.putForItem({ itemId, value: text ?? kept, etag: data.etag });
      setProgress('Kept.');
    } catch (problem) {
      setProgress(problem instanceof Error ? problem.message : String(problem));
    }
    again();
  };
  return (
    <section>
      <h2 style={{ fontSize: 15 }}>
        <label htmlFor="note">Note</label>
      </h2>
      <textarea
        id="note"
        rows={4}
        style={{ width: '100%', boxSizing: 'border-box' }}
        value={text ?? kept}
        onChange={event => setText(event.target.value)}
      />
      <button type="button" onClick={() => void keep()}>
        Keep
      </button>{' '}
      <span role="status">{progress}</span>
    </section>
  );
}

/** Returns the place of a comment on an object: the first numbers of its shape, or the corner of the item. */
function middle(instance: AppInstance | undefined): { readonly x: number; readonly y: number } {
  const points = instance?.['points'];
  const { x1, x2, y1, y2 } = (typeof points === 'object' && points !== null ? points : {}) as Readonly<
    Record<string, number>
  >;
  return x1 === undefined || x2 === undefined || y1 === undefined || y2 === undefined
    ? { x: 0, y: 0 }
    : { x: (x1 + x2) / 2, y: (y1 + y2) / 2 };
}
