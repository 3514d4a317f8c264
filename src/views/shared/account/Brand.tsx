import { useState, type ReactNode } from 'react';
import { BrandMark } from './BrandMark.tsx';
import type { Skin } from '../../../ui/tokens/index.ts';
import { useBrand, type Brand as BrandOfAccount } from './branding.ts';
import { usePreferences } from '../services/preferences.ts';
import '../shared.css';

/**
 * A wide picture is drawn for one background, and most are drawn for a light one: a menu that is dark takes the version
 * for dark before it.
 */
const menuLogo = ({ expanded, light, dark }: BrandOfAccount['logos'], skin: Skin): string | undefined =>
  skin === 'light' ? (expanded ?? light) : (dark ?? expanded);

/** Mark and name, or the account's logo: beside the menu, or its small version where the menu is collapsed. */
export function Brand({ collapsed = false, size = 28 }: { collapsed?: boolean; size?: number }): ReactNode {
  const { name, logos } = useBrand();
  const { appearance } = usePreferences();
  const logo = collapsed ? logos.collapsed : menuLogo(logos, appearance.skin);
  return (
    <Logo path={logo} name={name} height={size + 4}>
      <BrandMark size={size} />
      {!collapsed && <span>{name}</span>}
    </Logo>
  );
}

/** The brand on the pages before the product: the version that suits what it is on, the chrome or the page. */
export function EntranceBrand({ size = 36, onChrome = false }: { size?: number; onChrome?: boolean }): ReactNode {
  const { name, logos } = useBrand();
  const { appearance } = usePreferences();
  const isDark = appearance.skin === 'dark' || (onChrome && appearance.skin === 'semi-dark');
  const logo = isDark ? (logos.dark ?? logos.light) : (logos.light ?? logos.dark);
  return (
    <Logo path={logo} name={name} height={size + 20}>
      <BrandMark size={size} />
      <span>{name}</span>
    </Logo>
  );
}

/** A picture, or what is in its place while there is none or it cannot be had. */
function Logo({
  path,
  name,
  height,
  children,
}: {
  path: string | undefined;
  name: string;
  height: number;
  children: ReactNode;
}): ReactNode {
  const [lost, setLost] = useState<string | null>(null);
  if (path === undefined || path === lost) return children;
  return (
    <img className="brand-logo" src={path} alt={name} style={{ maxBlockSize: height }} onError={() => setLost(path)} />
  );
}
