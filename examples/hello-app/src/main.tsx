import { useRef, useState } from 'react';
import { useAppContext, useCall, useCommand, useWorkbench } from '@loupe/sdk/app';
import { percentText } from './percent-text';

const cell = { padding: '6px 10px', borderBottom: '1px solid var(--loupe-border)', textAlign: 'left' } as const;

/** A table of projects; a click opens one. */
export default function HelloTable() {
  const { person } = useAppContext();
  const workbench = useWorkbench();
  const [text, setText] = useState('');
  const { data, error, again } = useCall(({ projects }) => projects.list({ text, limit: 50 }), [text]);
  const find = useRef<HTMLInputElement>(null);
  useCommand('refresh', () => {
    again();
    void workbench.ui.toast({ text: 'The projects are read again.' });
  });
  useCommand('find', () => find.current?.focus());
  return (
    <main>
      <h1 style={{ fontSize: 18 }}>Hello, {person.name}</h1>
      <label>
        Find <input ref={find} value={text} onChange={event => setText(event.target.value)} />
      </label>
      {error === undefined ? undefined : (
        <p role="alert">
          {error.message}{' '}
          <button type="button" onClick={again}>
            Try again
          </button>
        </p>
      )}
      {data === undefined ? (
        <p>Loading…</p>
      ) : data.total === 0 ? (
        <p>No project has such a name.</p>
      ) : (
        <table style={{ borderCollapse: 'collapse', width: '100%', marginTop: 12 }}>
          <thead>
            <tr>
              {['Project', 'Type', 'Items', 'Done'].map(each => (
                <th key={each} style={cell}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.projects.map(each => (
              <tr key={each.id}>
                <td style={cell}>
                  <button type="button" onClick={() => void workbench.navigate.toProject({ projectId: each.id })}>
                    {each.name}
                  </button>
                </td>
                <td style={cell}>{each.type}</td>
                <td style={cell}>{each.itemCount}</td>
                <td style={cell}>{percentText(each.completedCount, each.itemCount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </main>
  );
}
