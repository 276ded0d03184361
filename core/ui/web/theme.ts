import { createTheme } from '@mantine/core';
import type { MantineColorsTuple } from '@mantine/core';
import type { MouseEvent } from 'react';
import { messages } from './messages.ts';

/**
 * The one accent: a calm teal-blue that holds WCAG AA on white and below white text (shade 7), and on the dark surface
 * (shade 4).
 */
const loupe: MantineColorsTuple = [
  '#e9f6f8',
  '#d2eaef',
  '#a6d6df',
  '#75c1cf',
  '#4dafc1',
  '#2f9fb3',
  '#1c8a9e',
  '#0f7386',
  '#0b5d6d',
  '#074855',
];

/** Neutral greys with a touch of blue, so that photographs, not the frame, carry the colour. */
const dark: MantineColorsTuple = [
  '#d5d9df',
  '#aab1bb',
  '#8a929e',
  '#6a7380',
  '#464e5a',
  '#343b45',
  '#262c34',
  '#1c2128',
  '#15191f',
  '#0f1216',
];

/** Browsers say nothing when a file is chosen again, which people do once they corrected it. */
function forgetFile(event: MouseEvent<HTMLInputElement>): void {
  event.currentTarget.value = '';
}

/** Size, spacing and colour of everything on screen. Dense: 13 px text, 30 px controls, a 4 px grid. */
export const theme = createTheme({
  primaryColor: 'loupe',
  primaryShade: 7,
  colors: { loupe, dark },
  fontFamily:
    '-apple-system, BlinkMacSystemFont, "Segoe UI", "Inter", "Noto Sans", "Liberation Sans", Helvetica, Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", "Liberation Mono", Consolas, monospace',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.35' },
  spacing: { xs: '6px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '1.35' },
      h2: { fontSize: '15px', lineHeight: '1.4' },
      h3: { fontSize: '13px', lineHeight: '1.45' },
    },
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    // The yellow of a title is too faint on its own light ground.
    Alert: { styles: { title: { color: 'var(--loupe-text)' } } },
    Button: { defaultProps: { size: 'xs' }, vars: () => ({ root: { '--button-fz': '12px' } }) },
    // Mantine derives the texts around small controls from their size: 11 and 9 px, too small to read all day.
    Input: { vars: () => ({ wrapper: { '--input-fz': '13px' } }) },
    InputWrapper: {
      vars: () => ({
        label: { '--input-label-size': '12px' },
        error: { '--input-error-size': '12px' },
        description: { '--input-description-size': '12px' },
      }),
    },
    InputLabel: { vars: () => ({ label: { '--input-label-size': '12px' } }) },
    InputError: { vars: () => ({ error: { '--input-error-size': '12px' } }) },
    InputDescription: { vars: () => ({ description: { '--input-description-size': '12px' } }) },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    FileButton: { defaultProps: { inputProps: { onClick: forgetFile } } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    MultiSelect: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    TagsInput: { defaultProps: { size: 'xs', comboboxProps: { shadow: 'md' } } },
    Checkbox: { defaultProps: { size: 'xs' }, styles: { label: { fontSize: 13 } } },
    Radio: { defaultProps: { size: 'xs' }, styles: { label: { fontSize: 13 } } },
    Switch: { defaultProps: { size: 'xs' }, styles: { label: { fontSize: 13 } } },
    // The product's own is another; plugins from outside have this one.
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false, fz: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': messages.shared.close },
      },
      styles: { title: { fontSize: 15, fontWeight: 600 } },
    },
    Drawer: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.45 },
        closeButtonProps: { 'aria-label': messages.shared.close },
      },
      styles: { title: { fontSize: 15, fontWeight: 600 } },
    },
    // Mantine's placeholder for the focus is a thing without a role among the items, which a menu may not hold. The
    // first item has the focus.
    // A menu that is open is above a toast, which is at 400.
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-start', withInitialFocusPlaceholder: false, zIndex: 450 } },
    Badge: { defaultProps: { variant: 'light', tt: 'none', fw: 500 } },
    Tabs: { defaultProps: { keepMounted: false } },
    Table: {
      defaultProps: {
        fz: 'md',
        verticalSpacing: 6,
        horizontalSpacing: 'sm',
        highlightOnHoverColor: 'var(--loupe-hover)',
      },
    },
  },
});
