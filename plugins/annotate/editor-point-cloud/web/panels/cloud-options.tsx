import { Button, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { Segments } from '#core/ui/web/index.ts';
import type { CloudView } from '#plugins/annotate/point-clouds/common/index.ts';
import { ActiveClass, BarSelect } from '#plugins/annotate/editor/web/kit/index.ts';
import { BatchView } from '../batch/batch-view.tsx';
import type { CloudEditor } from '../cloud-editor.ts';
import { keyScope } from '../cloud-keys.ts';
import type { Coloring } from '../cloud-settings.ts';
import { offeredColorings } from '../cloud-settings.ts';
import { messages } from '../messages.ts';
import { BoxFields } from './box-fields.tsx';
import { CameraStrip } from './camera-strip.tsx';
import { ClassMenu } from './class-menu.tsx';
import { CloudNotice } from './cloud-notice.tsx';
import { DisplayMenu } from './display-menu.tsx';
import { LabelBar } from './label-bar.tsx';
import { TagMenu } from './tag-menu.tsx';
import classes from './cloud.module.css';

const COLORINGS: Readonly<Record<Coloring, string>> = {
  height: messages.cloudOptions.height,
  intensity: messages.cloudOptions.intensity,
  classification: messages.cloudOptions.classification,
  color: messages.cloudOptions.color,
  object: messages.cloudOptions.object,
  label: messages.cloudOptions.label,
  camera: messages.cloudOptions.camera,
};

/** Panels over the views: next class and display, fields of the selected box, cameras. */
export function CloudOptions({ editor }: { readonly editor: CloudEditor }): JSX.Element {
  const { coloring } = useSnapshot(editor.preferences);
  const { shown, missing, column, above, software, webgl, crop } = useSnapshot(editor.surface.state);
  const { frame, batch } = useSnapshot(editor.state);
  const { cloud } = useSnapshot(editor.cloud.state);
  if (!webgl || cloud?.state !== 'ready') return <CloudNotice editor={editor} />;
  if (batch) return <BatchView editor={editor} />;
  const offered = offeredColorings(cloud as CloudView, frame);
  const total = cloud.frames[frame]?.points ?? 0;
  return (
    <>
      <div className={classes['bar']} style={{ maxWidth: `calc(100% - ${column + 20}px)` }}>
        <ActiveClass session={editor.session} scope={keyScope} />
        <Segments
          aria-label={messages.cloudOptions.view}
          value={above ? 'above' : 'angle'}
          data={[
            { value: 'above', label: messages.shared.above },
            { value: 'angle', label: messages.shared.angle },
          ]}
          onChange={value => {
            if ((value === 'above') !== above) editor.actions.toggle('angle');
          }}
        />
        <BarSelect
          w={120}
          aria-label={messages.cloudOptions.coloring}
          value={offered.includes(coloring) ? coloring : 'height'}
          data={offered.map(each => ({ value: each, label: COLORINGS[each] }))}
          onChange={value => {
            if (value !== null) editor.prefer({ coloring: value as Coloring });
          }}
        />
        <DisplayMenu editor={editor} />
        {crop === undefined ? undefined : (
          <Button size="compact-sm" variant="light" onClick={() => editor.surface.setCrop(undefined)}>
            {messages.shared.removeCrop}
          </Button>
        )}
        <TagMenu editor={editor} />
        <LabelBar editor={editor} />
      </div>
      <div
        className={classes['status']}
        role="status"
        title={software ? messages.cloudOptions.withoutGraphics : undefined}
      >
        <Text className={classes['figures']!}>
          {messages.cloudOptions.shown(shown.toLocaleString('en'), total.toLocaleString('en'))}
          {missing > 0 ? ` · ${messages.cloudOptions.loading}` : ''}
        </Text>
      </div>
      {column === 0 ? undefined : <BoxFields editor={editor} width={column} />}
      <CameraStrip editor={editor} right={column} />
      <ClassMenu editor={editor} />
    </>
  );
}
