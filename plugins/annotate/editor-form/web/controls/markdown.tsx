import { ActionIcon } from '@mantine/core';
import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect, useId, useRef } from 'react';
import type { JSX } from 'react';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { asText } from '#plugins/annotate/form/common/index.ts';
import { useController } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { markdownExtensions } from './markdown-extensions.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

/** A formatted text, stored as Markdown. Untouched text stays as it was written. */
export default function MarkdownControl({ field, id, name, described, invalid }: ControlProps): JSX.Element {
  const { drafts } = useController();
  const text = asText(field.value);
  const own = useRef(text);
  const owner = useId();
  const editor = useEditor({
    extensions: markdownExtensions,
    content: text,
    contentType: 'markdown',
    editable: !field.readOnly,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': name,
        ...(described === undefined ? {} : { 'aria-describedby': described }),
      },
    },
    onUpdate: ({ editor: now }) =>
      drafts.keep(
        owner,
        () => {
          own.current = now.isEmpty ? '' : now.getMarkdown();
          field.set(own.current);
        },
        field.key,
      ),
    onBlur: () => drafts.commit(owner),
  });
  useEffect(() => () => drafts.commit(owner), [drafts, owner]);
  // Undo, and what others saved, come from outside.
  useEffect(() => {
    if (text === own.current || editor.isDestroyed) return;
    own.current = text;
    editor.commands.setContent(text, { contentType: 'markdown', emitUpdate: false });
  }, [editor, text]);
  useEffect(() => editor.setEditable(!field.readOnly, false), [editor, field.readOnly]);
  const acts = [
    { title: messages.markdown.bold, key: 'B', run: () => editor.chain().focus().toggleBold().run() },
    { title: messages.markdown.italic, key: 'I', run: () => editor.chain().focus().toggleItalic().run() },
    { title: messages.markdown.heading, key: 'H', run: () => editor.chain().focus().toggleHeading({ level: 2 }).run() },
    { title: messages.markdown.list, key: 'list', run: () => editor.chain().focus().toggleBulletList().run() },
    { title: messages.markdown.quote, key: '“', run: () => editor.chain().focus().toggleBlockquote().run() },
    { title: messages.markdown.codeBlock, key: '{ }', run: () => editor.chain().focus().toggleCodeBlock().run() },
  ];
  return (
    <div className={classes['markdown']} data-invalid={invalid}>
      {field.readOnly ? undefined : (
        <div className={classes['bar']} role="toolbar" aria-label={messages.markdown.formatOfName(name)}>
          {acts.map(({ title, key, run }) => (
            <Tooltip key={title} label={title}>
              <ActionIcon
                size="sm"
                aria-label={title}
                tabIndex={-1}
                onMouseDown={event => event.preventDefault()}
                onClick={run}
              >
                {key === 'list' ? <Icon name="list" size={14} /> : <b>{key}</b>}
              </ActionIcon>
            </Tooltip>
          ))}
        </div>
      )}
      <EditorContent editor={editor} />
    </div>
  );
}
