import { readCredentialsFile } from "../credentials/credentials-file.mjs";

/**
 * Says where the app is and how to sign in. Secrets go to a terminal only, never into a file or another program.
 * @param {import("../environment.mjs").Settings} settings
 */
export function greet({ address, dataDir, live, liveTenant }) {
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
