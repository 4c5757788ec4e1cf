import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** A check of one page. No page has frames, so axe need not open a page of its own to gather their results. */
export const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();
