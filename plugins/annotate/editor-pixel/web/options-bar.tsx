import { useSyncExternalStore } from 'react';
import type { JSX } from 'react';
import { Icon } from '#core/ui/web/index.ts';
import type { EditorSession } from '#plugins/annotate/editor/web/kit/index.ts';
import { ActiveClass, BarSelect } from '#plugins/annotate/editor/web/kit/index.ts';
import { brushSizes } from '../common/brush-rows.ts';
import type { OverlapRule } from '../common/paint-rules.ts';
import { overlapRules } from '../common/paint-rules.ts';
import type { MaskCommands } from './mask-commands.ts';
import { Group, Toggle, Action, Size } from './option-controls.tsx';
import { keyScope } from './pixel-keys.ts';
import type { PixelOptions, PixelSettings } from './pixel-options.ts';
import classes from './options-bar.module.css';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import { messages } from './messages.ts';

/** Part of an editor that the bar shows and changes. */
export interface OptionedEditor {
  readonly options: PixelOptions;
  readonly commands: MaskCommands;
  readonly activeTool: string;
  onToolChange(listener: () => void): () => void;
}

interface Props {
  readonly editor: OptionedEditor;
  readonly session: EditorSession;
}

/** The choices of the tool in use, of what paint does to other objects, and how masks are drawn. */
export function OptionsBar({ editor, session }: Props): JSX.Element {
  const { options } = editor;
  const settings = useSyncExternalStore(
    listener => options.onChange(listener),
    () => options.settings,
  );
  const tool = useSyncExternalStore(
    listener => editor.onToolChange(listener),
    () => editor.activeTool,
  );
  const known = useSyncExternalStore(
    listener => session.subscribe(listener),
    () => session.classes,
  );
  const summary = useSyncExternalStore(
    listener => session.scene.onChange(listener),
    () => session.scene.summary,
  );
  const set = (change: Partial<PixelSettings>): void => options.set(change);
  const brushes = tool === 'brush' || tool === 'eraser';
  const paints = !session.readOnly && tool !== 'select';
  return (
    <div className={classes['bar']} role="toolbar" aria-label={messages.optionsBar.toolOptions}>
      <ActiveClass session={session} scope={keyScope} />
      {brushes && paints ? (
        <Group>
          <Toggle
            label={messages.optionsBar.roundBrush}
            pressed={settings.shape === 'round'}
            onClick={() => set({ shape: 'round' })}
          >
            <Icon name="circle" size={14} />
          </Toggle>
          <Toggle
            label={messages.optionsBar.squareBrush}
            pressed={settings.shape === 'square'}
            onClick={() => set({ shape: 'square' })}
          >
            <Icon name="square" size={14} />
          </Toggle>
          <Size
            label={messages.optionsBar.size}
            keys="[ ]"
            value={settings.size}
            least={brushSizes.least}
            most={200}
            unit="px"
            onChange={size => set({ size })}
          />
        </Group>
      ) : undefined}
      {tool === 'wand' ? (
        <Group>
          <Size
            label={messages.optionsBar.tolerance}
            keys="drag"
            value={settings.tolerance}
            least={0}
            most={255}
            onChange={tolerance => set({ tolerance })}
          />
        </Group>
      ) : undefined}
      {tool === 'superpixel' ? (
        <Group>
          <Size
            label={messages.optionsBar.cell}
            value={settings.cell}
            least={6}
            most={96}
            unit="px"
            onChange={cell => set({ cell })}
          />
        </Group>
      ) : undefined}
      {paints && tool !== 'eraser' && tool !== 'polygon-erase' ? (
        <Group>
          <BarSelect
            w={170}
            aria-label={messages.optionsBar.overOtherObjects}
            title={messages.optionsBar.overOtherObjectsO}
            value={settings.rule}
            data={overlapRules.map(({ rule, title }) => ({ value: rule, label: title }))}
            onChange={rule => set({ rule: rule as OverlapRule })}
          />
          {settings.rule === 'class' ? (
            <BarSelect
              w={150}
              searchable
              aria-label={messages.optionsBar.classToPaintOver}
              placeholder={messages.optionsBar.chooseAClass}
              value={settings.overClassId === undefined ? null : String(settings.overClassId)}
              data={known
                .filter(each => each.type === ClassType.Object)
                .map(each => ({ value: String(each.id), label: each.name }))}
              onChange={id => set({ overClassId: Number(id) })}
            />
          ) : undefined}
          <BarSelect
            w={110}
            aria-label={messages.optionsBar.objects}
            title={messages.optionsBar.oneObjectForEachArea}
            value={settings.mode}
            data={[
              { value: 'instance', label: messages.optionsBar.instances },
              { value: 'semantic', label: messages.optionsBar.semantic },
            ]}
            onChange={mode => set({ mode: mode as PixelSettings['mode'] })}
          />
        </Group>
      ) : undefined}
      {!session.readOnly && summary.selected.length > 0 ? (
        <Group>
          <Size
            label={messages.optionsBar.by}
            value={settings.reach}
            least={1}
            most={30}
            unit="px"
            onChange={reach => set({ reach })}
          />
          <Action
            title={messages.optionsBar.growG}
            onClick={() => editor.commands.shape({ kind: 'grow', by: settings.reach })}
          >
            {messages.optionsBar.grow}
          </Action>
          <Action
            title={messages.optionsBar.shrinkShiftG}
            onClick={() => editor.commands.shape({ kind: 'shrink', by: settings.reach })}
          >
            {messages.shared.shrink}
          </Action>
          <Action
            title={messages.optionsBar.smoothShiftS}
            onClick={() => editor.commands.shape({ kind: 'smooth', by: settings.reach })}
          >
            {messages.shared.smooth}
          </Action>
          <Action
            title={messages.optionsBar.fillHolesShiftF}
            onClick={() => editor.commands.shape({ kind: 'fillHoles' })}
          >
            {messages.shared.fillHoles}
          </Action>
          {summary.selected.length > 1 ? (
            <Action title={messages.optionsBar.mergeTheSelectedObjectsM} onClick={() => editor.commands.merge()}>
              {messages.optionsBar.merge}
            </Action>
          ) : (
            <Action title={messages.optionsBar.splitIntoConnectedPartsAltM} onClick={() => editor.commands.split()}>
              {messages.optionsBar.split}
            </Action>
          )}
        </Group>
      ) : undefined}
      <Group>
        <Size
          label={messages.optionsBar.opacity}
          value={Math.round(settings.opacity * 100)}
          least={5}
          most={100}
          unit="%"
          onChange={percent => set({ opacity: percent / 100 })}
        />
        <Toggle
          label={messages.optionsBar.outlinesOnlyT}
          pressed={settings.outline}
          onClick={() => set({ outline: !settings.outline })}
        >
          <Icon name="shape" size={14} />
        </Toggle>
      </Group>
      {summary.instanceCount === 0 && !session.readOnly ? (
        <span className={classes['hint']}>{messages.optionsBar.pickAClass}</span>
      ) : undefined}
    </div>
  );
}
