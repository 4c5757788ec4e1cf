import type { Metadata } from "next";
import { CenteredPage } from "@/components/layout/centered-page";
import { TenantBlock } from "@/components/layout/tenant-block";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { dashboardConfig } from "@/lib/dashboard/config";
import { getSession, sessionIdOfRequest } from "@/lib/dashboard/session/session";
import { safeCallbackPath } from "@/lib/dashboard/sign-in/callback-path";
import { hasSignedOut } from "@/lib/dashboard/sign-in/sign-out";
import { storeFault } from "@/lib/dashboard/store/dashboard-database";

export const metadata: Metadata = { title: "Sign in" };

type SearchParams = Promise<{ callbackUrl?: string | string[]; error?: string | string[] }>;

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
	const { callbackUrl, error } = await searchParams;
	const { tenant } = dashboardConfig();
	const fault = await storeFault();
	const ending = fault || error ? null : await endingOfSession();
	return (
		<CenteredPage title="Sign in">
			{fault ? <StoreAlert fault={fault} /> : error ? <SignInError code={String(error)} /> : null}
			{ending ? <Ending {...ending} /> : null}
			<TenantBlock name={tenant.name} kind={tenant.embedded ? "embedded" : "live"} />
			<form action="/sign-in/start" method="post" className="grid">
				<input type="hidden" name="callbackUrl" value={safeCallbackPath(callbackUrl)} />
				{error ? <input type="hidden" name="switch_account" value="yes" /> : null}
				<Button variant="primary">Sign in</Button>
			</form>
		</CenteredPage>
	);
}

type SessionEnding = { tone: "success" | "info"; text: string };

/** How the session of this browser ended; null: it had none, or still has it. */
async function endingOfSession(): Promise<SessionEnding | null> {
	const sessionId = await sessionIdOfRequest();
	if (!sessionId) return (await hasSignedOut()) ? { tone: "success", text: "You are signed out." } : null;
	return (await getSession()) ? null : { tone: "info", text: "Your session has ended. Sign in again." };
}

function Ending({ tone, text }: SessionEnding) {
	return (
		<Alert tone={tone}>
			<p>{text}</p>
		</Alert>
	);
}

function StoreAlert({ fault }: { fault: string }) {
	return (
		<Alert tone="error" title="Nobody can sign in at the moment">
			<p>The console's store {fault}. Tell whoever runs this console.</p>
		</Alert>
	);
}

function SignInError({ code }: { code: string }) {
	if (code === "AccessDenied") {
		return (
			<Alert tone="error" title="This account can't enter the console">
				<p>Only the tenant's admins can. Ask one of them to add you, or sign in with another account.</p>
			</Alert>
		);
	}
	return (
		<Alert tone="error" title="The sign-in did not complete">
			<p>
				It may have taken too long, or the tenant refused it. Try again; if it keeps failing, the console's log says
				why.
			</p>
		</Alert>
	);
}
