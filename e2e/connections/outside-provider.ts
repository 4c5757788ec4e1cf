import type { Locator, Page } from "@playwright/test";

/** An identity provider of somebody else's making, as these tests need it. */
export type OutsideProvider = {
	origin: string;
	/** What it says of itself, as it is. */
	fetchMetadata: () => Promise<string>;
	/** Types the name and the password of its one person here into its own page. */
	logIn: (page: Page) => Promise<void>;
	/** On its own page to somebody whom it knows already, where it was to ask anew. */
	renewal: (page: Page) => Locator;
	/** Goes on from there, and logs in. */
	logInAgain: (page: Page) => Promise<void>;
	/** Expects its own page that asks for them. */
	expectToAskForPassword: (page: Page) => Promise<void>;
	/** Where somebody begins there who wants to get to a service provider. */
	signInTo: (entityId: string, relayState?: string) => string;
	/** Where somebody signs out there. */
	signOutAddress: string;
	stop: () => Promise<void>;
};

/** The one person that each of them knows. */
export const PERSON = { id: "dwho", email: "dwho@badwolf.org", name: "Doctor Who", password: "dwho" };

/** Starts one of them for a service provider, by whose metadata it knows it. It gets a folder of its own. */
export type StartProvider = (folder: string, serviceProvider: string) => Promise<OutsideProvider>;
