import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorPanel } from '#core/ui/web/index.ts';

interface PanelBoundaryProps {
  readonly children: ReactNode;
  readonly onFault: (error: unknown) => void;
}

/** Keeps what a panel throws while it is drawn to the panel's own place. */
export class PanelBoundary extends Component<PanelBoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error: error ?? new Error('It failed without saying why.') };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFault(error);
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ErrorPanel error={this.state.error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
