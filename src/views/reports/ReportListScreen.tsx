import type { ReactNode } from 'react';
import { reports } from '../../domain/report/index.ts';
import { EntityList } from '../shared/entity/index.ts';
import { useReportCells } from './useReportCells.tsx';

/** Reports of the account. */
export default function ReportListScreen(): ReactNode {
  return <EntityList entity={reports} cells={useReportCells()} />;
}
