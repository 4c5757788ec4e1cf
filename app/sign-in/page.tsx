import type { Metadata } from "next";
import { DropParameter } from "@/app/_page/drop-parameter";
import { CenteredPage } from "@/components/layout/centered-page";
import { TenantBlock } from "@/components/layout/tenant-block";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { nameInWords } from "@/components/ui/invisible-characters";
import { dashboardConfig } from "@/lib/dashboard/config";
import { getSession, hasRoleEnded, sessionIdOfRequest } from "@/lib/dashboard/session/session";
import { safeCallbackPath } from "@/lib/dashboard/sign-in/callback-path";
import { isFailure, lastCallbackPath } from "@/lib/dashboard/sign-in/next-auth";
import { lastRefusedAccount } from "@/lib/dashboard/sign-in/refused-account";
import { lastSignOut } from "@/lib/dashboard/sign-in/sign-out";
import { CLAIMED_ROLE_HOURS } from "@/lib/dashboard/store/claimed-roles";
import { storeFault } from "@/lib/dashboard/store/dashboard-database";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
	const { callbackUrl, error } = await searchParams;
	const { tenant } = dashboardConfig();
	const notice = await noticeOf(error);
	const path = error && callbackUrl === undefined ? await lastCallbackPath() : safeCallbackPath(callbackUrl);
	return (
		<CenteredPage title="Sign in">
			{notice ? (
				<Alert {...notice}>
					<p>{notice.text}</p>
				</Alert>
			) : null}
			{notice === incomplete ? <DropParameter name="error" callbackUrl={path} /> : null}
			<TenantBlock name={tenant.name} kind={tenant.embedded ? "embedded" : "live"} />
			<form action="/sign-in/start" method="post" className="grid">
				<input type="hidden" name="callbackUrl" value={path} />
				{error ? <input type="hidden" name="switch_account" value="yes" /> : null}
				<Button variant="primary">Sign in</Button>
			</form>
		</CenteredPage>
	);
}

type Notice = { tone: "error" | "success" | "info"; title?: string; text: string };

/** Why no one can sign in, why this sign-in failed, or how the session of this browser ended; null: it had none, or still has it. */
async function noticeOf(error: string | string[] | undefined): Promise<Notice | null> {
	const fault = await storeFault();
	if (fault) {
		return {
			tone: "error",
			title: "No one can sign in at the moment",
			text: `The console's store ${fault}. Tell the operator of this console.`,
		};
	}
	if (error === "AccessDenied") {
		const account = await lastRefusedAccount();
		if (account !== null || !(await getSession())) return refusalOf(account);
	}
	if (isFailure(error) && !(await getSession())) return incomplete;
	if (await sessionIdOfRequest()) {
		if (await getSession()) return null;
		return { tone: "info", text: (await hasRoleEnded()) ? ROLE_ENDED : "Your session has ended. Sign in again." };
	}
	const signedOut = await lastSignOut();
	return signedOut && { tone: "success", text: signedOutTexts[signedOut] };
}

const ROLE_ENDED = `Your role ends ${CLAIMED_ROLE_HOURS} hours after a sign-in. Sign in again.`;

const signedOutTexts = {
	here: "You are signed out.",
	everywhere: "You are signed out in every browser. Other browsers may still be signed in at the tenant.",
};

/** @param account null: it is not known here that one was refused */
function refusalOf(account: string | null): Notice {
	const next = "Ask one of them to add you, or sign in with another account.";
	if (account === null) return { tone: "info", text: `Only the tenant's admins can enter the console. ${next}` };
	return {
		tone: "error",
		title: "This account can't use the console",
		text: `You signed in as “${nameInWords(account)}”, which is not one of the tenant's admins. ${next}`,
	};
}

const incomplete: Notice = {
	tone: "error",
	title: "The sign-in did not complete",
	text: "It may have taken too long, or the tenant refused it. Try again; if it keeps failing, the console's log says why.",
};
