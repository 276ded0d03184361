import { EditorContent, useEditor } from '@tiptap/react';
import { useEffect } from 'react';
import type { JSX } from 'react';
import { markdownExtensions } from './markdown-extensions.ts';
import classes from '../form.module.css';

/** Markdown to be read. What its schema does not know, such as scripts, cannot be in it. */
export default function MarkdownText({ text }: { readonly text: string }): JSX.Element {
  const editor = useEditor({
    extensions: markdownExtensions,
    content: text,
    contentType: 'markdown',
    editable: false,
    editorProps: { attributes: { role: 'group' } },
  });
  useEffect(() => {
    // One that was on the screen before is given up while its place is taken.
    if (!editor.isDestroyed) editor.commands.setContent(text, { contentType: 'markdown' });
  }, [editor, text]);
  return <EditorContent editor={editor} className={classes['markdown']} />;
}
