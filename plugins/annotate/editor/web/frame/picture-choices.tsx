import { ActionIcon, Button, NumberInput, Popover, Slider, Switch } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useKeyMap, useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import type { ShapeLook } from '#plugins/annotate/annotations/common/index.ts';
import type { PictureView } from './picture-settings.ts';
import { gridRange, lookRanges, PictureSettings, shapeRanges } from './picture-settings.ts';
import { useOpen } from './use-controller.ts';
import classes from './picture.module.css';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { messages } from '../messages.ts';

/** A change in per cent, as the settings of projects count: 0 % leaves the picture as it is. */
const change = (factor: number): string =>
  `${factor > 1 ? '+' : factor < 1 ? '−' : ''}${Math.abs(Math.round((factor - 1) * 100))} %`;

const sliders = [
  ['brightness', messages.pictureChoices.brightness, change],
  ['contrast', messages.pictureChoices.contrast, change],
  ['gamma', messages.pictureChoices.gamma, (value: number): string => value.toFixed(2)],
] as const;

const shapeSliders = [
  ['fill', messages.pictureChoices.fillOpacity, 0.05, (value: number): string => `${Math.round(value * 100)} %`],
  ['lines', messages.pictureChoices.lineWidth, 0.5, (value: number): string => `${value} px`],
  ['fontSize', messages.pictureChoices.labelSize, 1, (value: number): string => `${value} px`],
] as const;

/** Edits the display settings of the picture: for the eye only, nothing of it is stored with the work. */
export function PictureChoices(): JSX.Element {
  const settings = useService(PictureSettings);
  const keys = useKeyMap();
  const { editor, opened: item } = useOpen();
  const { type } = item.project;
  const hasShapes = type === ProjectType.Vector || type === ProjectType.Tiled;
  const { look, shapes, guides, minimap, attributes, opened, chosen } = useSnapshot(
    settings.state,
  ) as Readonly<PictureView> & { readonly opened: boolean; readonly chosen: boolean };
  const label = keys.titled(messages.pictureChoices.picture, 'editor.picture');
  return (
    <Popover
      opened={opened}
      onChange={value => settings.open(value)}
      position="top-end"
      width={270}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Tooltip label={label}>
          <ActionIcon
            size="sm"
            aria-label={label}
            aria-expanded={opened}
            variant={chosen ? 'light' : 'default'}
            className={classes['open']}
            onClick={() => settings.open(!opened)}
          >
            <Icon name="adjust" />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes['choices']} role="dialog" aria-label={messages.pictureChoices.picture}>
        {sliders.map(([key, title, shown]) => (
          <div key={key} className={classes['line']}>
            <span>{title}</span>
            <Slider
              thumbLabel={title}
              size="sm"
              min={lookRanges[key][0]}
              max={lookRanges[key][1]}
              step={0.05}
              marks={[{ value: 1 }]}
              label={null}
              value={look[key]}
              onChange={value => settings.setLook({ [key]: Math.round(value * 100) / 100 })}
              onDoubleClick={() => settings.setLook({ [key]: 1 })}
            />
            <span className={classes['figure']}>{shown(look[key])}</span>
          </div>
        ))}
        <Switch
          size="xs"
          label={messages.pictureChoices.invert}
          checked={look.inverted}
          onChange={event => settings.setLook({ inverted: event.currentTarget.checked })}
        />
        {hasShapes ? <ShapeChoices shapes={shapes} attributes={attributes} /> : undefined}
        <Button
          size="compact-xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          disabled={!chosen}
          onClick={() => settings.reset()}
        >
          {messages.pictureChoices.resetToProjectDefaults}
        </Button>
        <div className={classes['rule']} />
        <div className={classes['row']}>
          <Switch
            size="xs"
            label={messages.pictureChoices.grid}
            checked={guides.grid > 0}
            onChange={event => settings.setGuides({ grid: event.currentTarget.checked ? 50 : 0 })}
          />
          {guides.grid === 0 ? undefined : (
            <NumberInput
              size="xs"
              w={92}
              aria-label={messages.pictureChoices.pixelsBetweenTheLines}
              suffix=" px"
              min={gridRange[0]}
              max={gridRange[1]}
              allowDecimal={false}
              value={guides.grid}
              onChange={value => {
                if (typeof value === 'number' && value >= 1)
                  settings.setGuides({ grid: Math.min(value, gridRange[1]) });
              }}
            />
          )}
        </div>
        <Switch
          size="xs"
          label={messages.pictureChoices.crosshairWithEveryTool}
          checked={guides.crosshair}
          onChange={event => settings.setGuides({ crosshair: event.currentTarget.checked })}
        />
        <Switch
          size="xs"
          label={messages.pictureChoices.minimap}
          checked={minimap ?? editor?.minimap ?? false}
          onChange={event => settings.setMinimap(event.currentTarget.checked)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Edits the look of shapes over the picture. */
function ShapeChoices({
  shapes,
  attributes,
}: {
  readonly shapes: ShapeLook;
  readonly attributes: boolean;
}): JSX.Element {
  const settings = useService(PictureSettings);
  return (
    <>
      <div className={classes['rule']} />
      {shapeSliders.map(([key, title, step, shown]) => (
        <div key={key} className={classes['line']}>
          <span>{title}</span>
          <Slider
            thumbLabel={title}
            size="sm"
            min={shapeRanges[key][0]}
            max={shapeRanges[key][1]}
            step={step}
            label={null}
            value={shapes[key]}
            onChange={value => settings.setShapes({ [key]: Math.round(value * 100) / 100 })}
          />
          <span className={classes['figure']}>{shown(shapes[key])}</span>
        </div>
      ))}
      <Switch
        size="xs"
        label={messages.pictureChoices.showClassNames}
        checked={shapes.labels}
        onChange={event => settings.setShapes({ labels: event.currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={messages.pictureChoices.showAttributesAtTheClassName}
        checked={attributes}
        onChange={event => settings.setAttributes(event.currentTarget.checked)}
      />
    </>
  );
}
