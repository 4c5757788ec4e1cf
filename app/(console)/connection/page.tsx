import type { Metadata } from "next";
import { ButtonForm } from "@/app/_forms/action-form";
import { noAnswerToRead } from "@/app/_forms/read-json";
import { DropParameter } from "@/app/_page/drop-parameter";
import { PageHeader } from "@/components/layout/page-header";
import { buttonClass } from "@/components/ui/button";
import { checkConnection } from "@/lib/dashboard/management/tenant-link/check-connection";
import { readFlash } from "@/lib/dashboard/request/flash";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { checkConnectionAction } from "./connection-actions";
import { CheckReport, ConnectionStatus } from "./connection-status";

export const metadata: Metadata = { title: "Connection" };

/** `?check=now` checks at once, for a link. */
export default async function ConnectionPage({ searchParams }: PageProps<"/connection">) {
	const session = await requirePageSession("/connection");
	const isByLink = (await searchParams).check === "now";
	const isRequested = (await readFlash("/connection")) !== null || isByLink;
	const steps = isRequested ? await checkConnection() : null;
	return (
		<>
			<PageHeader
				title="Connection"
				actions={
					<>
						{may(session.role, "seeApiCalls") ? (
							<a href="/api-calls" className={buttonClass()}>
								API calls
							</a>
						) : null}
						<ButtonForm
							action={checkConnectionAction}
							label="Check connection"
							variant="primary"
							working="Checking…"
							unconfirmed={noAnswerToRead}
						/>
					</>
				}
			>
				The tenant that this console manages, and what it may do there.
			</PageHeader>
			{isByLink ? <DropParameter name="check" /> : null}
			<div className="grid gap-5">
				{steps ? <CheckReport steps={steps} /> : null}
				<ConnectionStatus />
			</div>
		</>
	);
}
