/** Lets what is outside of React (the session) go to a screen; what was asked before React was there is done then. */
export interface Navigation {
  go(path: string, options?: { replace?: boolean }): void;
  connect(navigate: (path: string, options?: { replace?: boolean }) => void): () => void;
}

export function createNavigation(): Navigation {
  let connected: Parameters<Navigation['connect']>[0] | null = null;
  let waiting: Parameters<Navigation['go']> | null = null;
  return {
    go(path, options) {
      if (connected === null) waiting = [path, options];
      else connected(path, options);
    },
    connect(navigate) {
      connected = navigate;
      if (waiting !== null) navigate(...waiting);
      waiting = null;
      return () => {
        connected = null;
      };
    },
  };
}
