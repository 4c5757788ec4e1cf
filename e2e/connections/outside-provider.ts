import type { Locator, Page } from "@playwright/test";

/** A third-party identity provider, as these tests need it. */
export type OutsideProvider = {
	origin: string;
	/** Its metadata. */
	fetchMetadata: () => Promise<string>;
	/** Types the name and the password of its one user into its login page. */
	logIn: (page: Page) => Promise<void>;
	/** The control of its page that reauthenticates a signed-in user. */
	renewal: (page: Page) => Locator;
	/** Uses that control, and logs in. */
	logInAgain: (page: Page) => Promise<void>;
	/** Expects its login page. */
	expectPasswordPrompt: (page: Page) => Promise<void>;
	/** The address of an IdP-initiated sign-in to a service provider. */
	signInTo: (entityId: string, relayState?: string) => string;
	/** The address of its own sign-out. */
	signOutAddress: string;
	stop: () => Promise<void>;
};

/** The one user of each provider. */
export const USER = { id: "dwho", email: "dwho@badwolf.org", name: "Doctor Who", password: "dwho" };

/** Starts a provider in a folder of its own. @param serviceProvider the service provider's metadata */
export type StartProvider = (folder: string, serviceProvider: string) => Promise<OutsideProvider>;
