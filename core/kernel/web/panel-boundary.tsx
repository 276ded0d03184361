import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorPanel } from '#core/ui/web/index.ts';

interface PanelBoundaryProps {
  readonly children: ReactNode;
  readonly onFault: (error: unknown) => void;
  /** Subject of the panel, by names: about something else it is drawn again. */
  readonly about: Readonly<Record<string, unknown>>;
}

/** Facts about a drawn panel: what it threw, and what it was about by then. */
interface Drawn {
  readonly error: unknown;
  readonly about: PanelBoundaryProps['about'];
}

/** Callers make a new object each time; its contents count. */
const isSame = (one: PanelBoundaryProps['about'], other: PanelBoundaryProps['about']): boolean => {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(each => each in other && Object.is(one[each], other[each]))
  );
};

/** Keeps what a panel throws while it is drawn to the panel's own place, until it is about something else. */
export class PanelBoundary extends Component<PanelBoundaryProps, Drawn> {
  override state: Drawn = { error: undefined, about: this.props.about };

  static getDerivedStateFromProps({ about }: PanelBoundaryProps, drawn: Drawn): Drawn | null {
    return isSame(about, drawn.about) ? null : { error: undefined, about };
  }

  static getDerivedStateFromError(error: unknown): Pick<Drawn, 'error'> {
    return { error: error ?? new Error('It failed without saying why.') };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFault(error);
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <ErrorPanel error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}
