import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { notFound } from "next/navigation";
import { CenteredPage } from "@/components/layout/centered-page";
import { findPendingLogin } from "@/lib/identity-service/authentication/login/login";
import { currentService } from "@/lib/identity-service/current";
import { BlockedNotice } from "./blocked-notice";
import { CodeForm } from "./code-form";
import { ConsentForm } from "./consent-form";
import { LoginForm } from "./login-form";
import { readRetry, retryCookieName } from "./login-retry";

export const metadata: Metadata = { title: "Sign in" };

type LoginPageProps = { params: Promise<{ uid: string }>; searchParams: Promise<{ way?: string | string[] }> };

export default async function LoginPage({ params, searchParams }: LoginPageProps) {
	const { uid } = await params;
	const { way } = await searchParams;
	const service = currentService();
	const login = service && (await findPendingLogin(service, uid, await headers()));
	if (!login) notFound();
	const { applicationName: application, consent, offersCode } = login;
	if (consent) {
		return (
			<CenteredPage title={`Allow ${application}?`}>
				<ConsentForm {...{ uid, application, consent }} />
			</CenteredPage>
		);
	}
	const attempt = readRetry((await cookies()).get(retryCookieName(service.config.issuer))?.value);
	const retry = { ...attempt, email: attempt.email || login.emailHint };
	if (retry.problem === "blocked" && way !== "password") {
		return (
			<CenteredPage title={`Signing in to ${application} is blocked for now`}>
				<BlockedNotice uid={uid} email={retry.email} />
			</CenteredPage>
		);
	}
	return (
		<CenteredPage title={`Sign in to ${application}`}>
			{offersCode && way === "code" ? <CodeForm {...{ uid, retry }} /> : <LoginForm {...{ uid, retry, offersCode }} />}
		</CenteredPage>
	);
}
