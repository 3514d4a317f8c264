import { useEffect, useRef, type ReactNode } from 'react';
import { Breadcrumb, Breadcrumbs as AriaBreadcrumbs } from 'react-aria-components/Breadcrumbs';
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs';
import { Link } from './Button.tsx';
import { ForwardIcon } from './icons.ts';
import { classes } from './classes.ts';
import { reveal } from './reveal.ts';
import './navigation.css';

export interface Crumb {
  id: string;
  /** A word of the product or a name of whatever script. */
  label: string;
  /** Left out for the page itself. */
  href?: string | undefined;
}

/** The place of this page. The last crumb is the page itself. */
export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }): ReactNode {
  return (
    <nav aria-label={label}>
      <AriaBreadcrumbs className="crumbs">
        {crumbs.map((crumb, index) => (
          <Breadcrumb key={crumb.id} id={crumb.id} className="crumb">
            {crumb.href === undefined ? (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
                <bdi>{crumb.label}</bdi>
              </span>
            ) : (
              <Link href={crumb.href} className="crumb-link">
                <bdi>{crumb.label}</bdi>
              </Link>
            )}
            {index < crumbs.length - 1 && <ForwardIcon aria-hidden="true" className="crumb-mark icon-mirrored" />}
          </Breadcrumb>
        ))}
      </AriaBreadcrumbs>
    </nav>
  );
}

export interface TabItem {
  id: string;
  label: ReactNode;
  content: ReactNode;
  disabled?: boolean;
}

export interface TabsProps {
  label: string;
  tabs: readonly TabItem[];
  selected: string;
  onChange: (id: string) => void;
  className?: string;
}

/** Several contents in one place; arrows change between them. */
export function Tabs({ label, tabs, selected, onChange, className }: TabsProps): ReactNode {
  return (
    <AriaTabs
      className={classes('tabs', className)}
      selectedKey={selected}
      onSelectionChange={(key) => onChange(String(key))}>
      <TabList aria-label={label} className="tab-list">
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} isDisabled={tab.disabled} className="tab">
            {({ isSelected }) => <TabLabel isSelected={isSelected}>{tab.label}</TabLabel>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="tab-panel">
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** Where there is no room for all tabs, an address may name one that is out of sight: it comes into it. */
function TabLabel({ isSelected, children }: { isSelected: boolean; children: ReactNode }): ReactNode {
  const label = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isSelected) reveal(label.current?.parentElement);
  }, [isSelected]);
  return (
    <span ref={label} className="tab-label">
      {children}
    </span>
  );
}
