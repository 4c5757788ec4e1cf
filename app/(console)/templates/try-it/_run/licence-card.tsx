import { Badge } from "@/components/ui/badge";
import { isolated } from "@/lib/contract/name-or-id";
import type { PresentationReport, ReportedElement } from "@/lib/dashboard/presentation/presentation-report";

const NAMES = ["given_name", "family_name"];
const PHOTO = "portrait";

type LicenceCardProps = {
	report: Pick<PresentationReport, "verdict" | "elements">;
	/** Without pictures, in a small place. */
	isCompact?: boolean;
};

/**
 * The disclosed licence, drawn: what was requested, with what was sent of it. What was sent beside that is left out. None
 * where nothing was requested, or the response can't be read.
 */
export function LicenceCard({ report: { verdict, elements }, isCompact = false }: LicenceCardProps) {
	const isRejected = verdict === "rejected";
	const requested = elements.filter(({ isRequested }) => isRequested);
	if (requested.every(({ isSent }) => isSent === null)) return null;
	const names = NAMES.flatMap((name) => requested.filter((element) => element.name === name));
	const photo = requested.find(({ name }) => name === PHOTO);
	const others = requested.filter((element) => !names.includes(element) && element !== photo);
	return (
		<section aria-label="Disclosed licence" className={isRejected ? "licence-card rejected" : "licence-card"}>
			<p className="head">Driving licence {isRejected ? <Badge tone="danger">rejected: don't use</Badge> : null}</p>
			<div className="body">
				{photo ? (
					<div className="photo">
						<p className="text-xs text-muted">{photo.label}</p>
						<Shown element={photo} isCompact={isCompact} />
					</div>
				) : null}
				<div className="facts">
					<p className="holder">
						{names.length === 0 ? <span className="text-muted">Name not requested</span> : null}
						{names.map((element, index) => (
							<span key={element.name}>
								{index > 0 ? " " : null}
								<Shown element={element} missing={`${element.label} `} isCompact={isCompact} />
							</span>
						))}
					</p>
					{others.length === 0 ? null : (
						<dl>
							{others.map((element) => (
								<div key={`${element.namespace} ${element.name}`}>
									<dt>{element.label}</dt>
									<dd>
										<Shown element={element} isCompact={isCompact} />
									</dd>
								</div>
							))}
						</dl>
					)}
				</div>
			</div>
		</section>
	);
}

type ShownProps = {
	element: ReportedElement;
	/** Before what is said in place of a value. */
	missing?: string;
	isCompact: boolean;
};

/** A value. What is not the signed one is struck through and named; a picture is shown after a press, and not read before. */
function Shown({
	element: { label, value, altered, digest, isSent, answeredBy },
	missing = "",
	isCompact,
}: ShownProps) {
	if (value?.kind === "image" && !isCompact) {
		return (
			<details>
				<summary>{`Show the ${label.toLowerCase()}`}</summary>
				{/* biome-ignore lint/performance/noImgElement: a data URL in the page, which needs no optimisation. */}
				<img src={value.address} alt={label} loading="lazy" />
				<p className="text-xs text-muted">{value.text}</p>
			</details>
		);
	}
	if (value) {
		return (
			<>
				<bdi>{isolated(value.text)}</bdi>
				{answeredBy ? <span className="text-muted">{` by ${isolated(answeredBy)}`}</span> : null}
			</>
		);
	}
	if (altered !== null) {
		return (
			<>
				<del>
					<bdi>{isolated(altered)}</bdi>
				</del>{" "}
				<Badge tone="danger">{digest === "unlisted" ? "not signed" : "altered"}</Badge>
			</>
		);
	}
	return <span className="text-muted">{`${missing}${isSent ? "not trusted" : "not sent"}`}</span>;
}
