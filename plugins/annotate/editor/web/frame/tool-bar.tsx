import { Fragment, useCallback } from 'react';
import type { JSX } from 'react';
import { useKeyMap } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { Editor } from '../kit/editor-type.ts';
import { messages } from '../messages.ts';
import { toolProblem } from '../kit/tool-limits.ts';
import { useChanges, useDocumentState, useOpen } from './use-controller.ts';
import classes from './frame.module.css';

/** The tools of the open editor; each shows its key. */
export function ToolBar(): JSX.Element {
  const { editor } = useOpen();
  return (
    <nav className={classes['tools']} aria-label={messages.toolBar.tools}>
      {editor === undefined ? undefined : <Tools editor={editor} />}
    </nav>
  );
}

function Tools({ editor }: { readonly editor: Editor }): JSX.Element {
  const { document } = useOpen();
  const { readOnly, classes: known, activeClassId } = useDocumentState(document);
  const keys = useKeyMap();
  useChanges(useCallback((listener: () => void) => editor.onToolChange(listener), [editor]));
  const [first] = editor.tools;
  return (
    <>
      {editor.tools.map((tool, at) => {
        const problem =
          readOnly !== undefined && tool !== first
            ? messages.toolBar.titleReadOnly(tool.title)
            : toolProblem(tool, { classes: known, activeClassId });
        const label = tool.command === undefined ? tool.title : keys.titled(tool.title, tool.command);
        const before = editor.tools[at - 1];
        return (
          <Fragment key={tool.id}>
            {before === undefined || before.group === tool.group ? undefined : <hr className={classes['toolRule']} />}
            <Tooltip label={problem ?? label} position="right">
              <button
                type="button"
                className={classes['tool']}
                aria-label={label}
                aria-pressed={editor.activeTool === tool.id}
                disabled={problem !== undefined}
                onClick={event => {
                  editor.setTool(tool.id);
                  event.currentTarget.blur();
                }}
              >
                <Icon name={tool.icon} size={18} />
              </button>
            </Tooltip>
          </Fragment>
        );
      })}
    </>
  );
}
