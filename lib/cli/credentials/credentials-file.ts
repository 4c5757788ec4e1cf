// The credentials that the embedded tenant wrote at its start, and what a start prints of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CommandError, type Settings } from "../command.mjs";

/** Without a password where the admin has chosen one. */
type SignIn = { email: string; password: string | null; note?: string };
export type Client = { redirect_uris: string[]; post_logout_redirect_uris?: string[]; [other: string]: unknown };
type Credentials = { sign_ins: Record<string, SignIn>; clients: Record<string, Client> };

/** The file is readable by its owner only. */
export function readCredentialsFile(dataDir: string): Credentials {
	const file = join(dataDir, "credentials.json");
	try {
		return JSON.parse(readFileSync(file, "utf8"));
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT") throw new CommandError(`There is no ${file} yet: npm start creates it.`);
		throw new CommandError(`${file} can't be read (${code ?? "it isn't JSON"}).`);
	}
}

/** Prints where the app is and how to sign in. Secrets are printed to a terminal only, never to a file or a program. */
export function announce({ address, dataDir, live, liveTenant }: Settings): void {
	console.log(`\nIdentity Console is ready: ${address}\n`);
	if (live) {
		console.log(`  Tenant: live tenant ${liveTenant ?? ""}`.trimEnd());
		return;
	}
	console.log(`  Tenant: embedded, data in ${dataDir}`);
	if (!process.stdout.isTTY) {
		console.log("  Sign-in: npm run --silent credentials");
		return;
	}
	const { email, password } = readCredentialsFile(dataDir).sign_ins.editor ?? {};
	console.log(`  Sign in as: ${email}\n  Password:   ${password}\n`);
	console.log("  All sign-ins and clients: npm run --silent credentials\n  Stop: Ctrl+C\n");
}
