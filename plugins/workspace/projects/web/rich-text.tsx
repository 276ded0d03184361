import '@mantine/tiptap/styles.css';
import { RichTextEditor } from '@mantine/tiptap';
import type { Editor, JSONContent } from '@tiptap/react';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import type { JSX } from 'react';
import type { RichNode } from '../common/instructions.ts';
import { isSafeLink } from '../common/instructions.ts';

const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4] },
    link: {
      openOnClick: false,
      autolink: true,
      protocols: ['http', 'https', 'mailto'],
      isAllowedUri: isSafeLink,
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer nofollow' },
    },
  }),
];

const empty: JSONContent = { type: 'doc', content: [{ type: 'paragraph' }] };

interface RichTextProps {
  readonly document: RichNode | undefined;
  /** Named for people who do not see it. */
  readonly label: string;
  /** Shown and not changed when absent. */
  readonly onChange?: (document: RichNode) => void;
}

/**
 * Text with headings, lists, marks and links, as the editor keeps it. What it shows first is `document`; later ones
 * need another `key`.
 */
export default function RichText({ document, label, onChange }: RichTextProps): JSX.Element {
  const edits = onChange !== undefined;
  const editor = useEditor({
    extensions,
    content: (document ?? empty) as JSONContent,
    editable: edits,
    shouldRerenderOnTransaction: edits,
    editorProps: {
      attributes: edits
        ? { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' }
        : { 'aria-label': label, role: 'document' },
    },
    onUpdate: ({ editor: changed }: { editor: Editor }) => onChange?.(changed.getJSON() as RichNode),
  });
  return (
    <RichTextEditor
      editor={editor}
      {...(edits ? {} : { styles: { root: { border: 0 }, Typography: { padding: 0, background: 'transparent' } } })}
    >
      {edits ? (
        <RichTextEditor.Toolbar sticky>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.Code />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H1 />
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
            <RichTextEditor.CodeBlock />
            <RichTextEditor.Hr />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
      ) : undefined}
      <RichTextEditor.Content {...(edits ? { mih: 240 } : {})} />
    </RichTextEditor>
  );
}
