import { Badge } from "@/components/ui/badge";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { EXCHANGES_KEPT_HOURS } from "@/lib/dashboard/exchanges/exchange-queue";
import { lastRateGauge } from "@/lib/dashboard/management/call/send";
import type { ConnectionCheck } from "@/lib/dashboard/store/connection-checks";
import { BlockLink } from "./block-link";

type ConnectionBlockProps = { check: ConnectionCheck | null; failedCalls: number; clock: Clock };

/** How the console gets on with the tenant, from what it has noted of it. */
export function ConnectionBlock({ check, failedCalls, clock }: ConnectionBlockProps) {
	const gauge = lastRateGauge();
	return (
		<Section title="Connection" aside={<BlockLink href="/connection">Open the connection page</BlockLink>}>
			<Facts>
				<Fact term="State">
					<State check={check} clock={clock} />
				</Fact>
				<Fact term="Rate limit">
					{gauge ? (
						<>
							<BlockLink href="/connection">
								{gauge.remaining} of {gauge.limit} requests left
							</BlockLink>
							, said <TimeText value={new Date(gauge.seenAt).toISOString()} clock={clock} isCompact />
						</>
					) : (
						<span className="text-muted">The service has said nothing of a limit yet.</span>
					)}
				</Fact>
				<Fact term="Your calls">
					{failedCalls > 0 ? <BlockLink href={FAILED_CALLS_PATH}>{failedCalls} failed</BlockLink> : "None failed"} in
					the last {EXCHANGES_KEPT_HOURS} hours
				</Fact>
			</Facts>
		</Section>
	);
}

function State({ check, clock }: Pick<ConnectionBlockProps, "check" | "clock">) {
	if (!check) return <span className="text-muted">Not checked yet.</span>;
	const checked = <TimeText value={check.checkedAt} clock={clock} isCompact />;
	if (!check.worksSince)
		return (
			<>
				<Badge tone="danger">check failed</Badge> {checked}
			</>
		);
	return (
		<>
			<Badge tone="success">works</Badge>{" "}
			{check.worksSince === check.checkedAt ? null : (
				<>
					since <TimeText value={check.worksSince} clock={clock} isCompact />,{" "}
				</>
			)}
			checked {checked}
		</>
	);
}

/** The list of this admin's calls that failed. */
const FAILED_CALLS_PATH = "/api-calls?answer=failed";
