import { describe, expect, it, vi } from 'vitest';
import { openTrustedTypes, trustedTypeRules } from './trustedTypes.ts';

const BASE = 'https://fleet.example/app/';
const rules = trustedTypeRules(BASE);
const scripts = (url: string) => rules.createScriptURL(url);

describe('what the page may run', () => {
  it('is the scripts of its own build and the worker of push messages', () => {
    expect(scripts('/app/assets/live.worker-1a2b.js')).toBe('/app/assets/live.worker-1a2b.js');
    expect(scripts(`${BASE}assets/decode.js`)).toBe(`${BASE}assets/decode.js`);
    expect(scripts('/app/push.js')).toBe('/app/push.js');
  });

  it('is nothing from elsewhere, uploaded, or made up in the page', () => {
    for (const url of [
      'https://evil.example/app/assets/x.js',
      '//evil.example/app/assets/x.js',
      '/images/1',
      '/app/assets/../../images/1',
      '/app/push.js/../../images/1',
      '/api/history',
      'blob:https://fleet.example/0d0d',
      'data:text/javascript,alert(1)',
      'javascript:alert(1)',
    ])
      expect(scripts(url), url).toBeNull();
  });
});

it('markup goes to the parser of files alone, never into the page', () => {
  expect(rules.createHTML('<gpx/>', 'TrustedHTML', 'DOMParser parseFromString')).toBe('<gpx/>');
  for (const sink of ['Element innerHTML', 'Range createContextualFragment', 'Document write'])
    expect(rules.createHTML('<img onerror=alert(1)>', 'TrustedHTML', sink)).toBeNull();
  expect(rules.createHTML('', 'TrustedHTML', 'Element innerHTML')).toBe('');
});

it('is set once, as the default, where the browser knows trusted types', () => {
  const createPolicy = vi.fn();
  openTrustedTypes({ trustedTypes: { createPolicy } }, BASE);
  expect(createPolicy).toHaveBeenCalledExactlyOnceWith('default', expect.anything());
  expect(() => openTrustedTypes({}, BASE)).not.toThrow();
});
