import { useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import './fileDrop.css';

interface FileDropProps {
  readonly enabled: boolean;
  readonly onFile: (file: File) => void;
  /** What becomes of a file that is dropped. */
  readonly lead: string;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * Takes a file that is dropped anywhere on what it contains. Whoever offers this has a button for the same beside it.
 */
export function FileDrop({ enabled, onFile, lead, className, children }: FileDropProps): ReactNode {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent): void => {
    if (!enabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // Files can be opened by a button as well.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={className}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (enabled && file) onFile(file);
      }}>
      {children}
      {over && (
        <div className="file-drop">
          <strong>{t('fileDrop.title')}</strong>
          <span>{lead}</span>
        </div>
      )}
    </div>
  );
}
