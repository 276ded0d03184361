import { Button, RangeSlider, Text } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { CloudEditor } from '../cloud-editor.ts';
import { messages } from '../messages.ts';
import type { Axis } from '../scene/region.ts';
import { axes, narrowed, rangeAlong } from '../scene/region.ts';

const TITLES: Readonly<Record<Axis, string>> = {
  x: messages.cropFields.alongX,
  y: messages.cropFields.alongY,
  z: messages.cropFields.height,
};

/** The part of the scan that is drawn, by the ranges of its three axes in metres. */
export function CropFields({ editor }: { readonly editor: CloudEditor }): JSX.Element {
  const { crop } = useSnapshot(editor.surface.state);
  const { now } = editor.data;
  return (
    <>
      {axes.map((axis, at) => {
        const low = Math.floor(now?.min[at] ?? 0);
        const high = Math.max(Math.ceil(now?.max[at] ?? 1), low + 1);
        return (
          <div key={axis}>
            <Text size="sm">{TITLES[axis]}</Text>
            <RangeSlider
              thumbFromLabel={messages.cropFields.from(TITLES[axis])}
              thumbToLabel={messages.cropFields.to(TITLES[axis])}
              min={low}
              max={high}
              step={0.1}
              minRange={0.2}
              label={value => `${value.toFixed(1)} m`}
              value={rangeAlong(crop, axis, low, high)}
              onChange={([from, to]) =>
                editor.surface.setCrop(
                  narrowed(editor.surface.state.crop, axis, from <= low ? -Infinity : from, to >= high ? Infinity : to),
                )
              }
            />
          </div>
        );
      })}
      <Button
        variant="default"
        size="compact-sm"
        disabled={crop === undefined}
        onClick={() => editor.surface.setCrop(undefined)}
      >
        {messages.shared.removeCrop}
      </Button>
    </>
  );
}
