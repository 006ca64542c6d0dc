import type { PluginOption } from 'vite';

export function documentPlugins(): PluginOption[];
