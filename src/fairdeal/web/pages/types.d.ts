// The documents that pages are sent. `make types` writes this file from the Python structs.

export interface Advice {
  version: number;
  choices: CoachChoice[];
  best: string;
  equal: boolean;
  costs: Record<string, number>;
  best_keys: string[];
  line: LineAdvice | null;
  between: boolean;
  helped: boolean;
}

export interface Alarm {
  kind: string;
  words: string;
  urgent?: boolean;
}

export interface AnalyzeAnswer {
  game: string;
  jurisdiction: string;
  readings: Record<string, string>;
  wagers: WagerAnswer[];
}

export interface Announcement {
  version: number;
  words: string;
  clause?: string | null;
  urgent?: boolean;
  spoken?: string;
}

export interface BenchArea {
  title: string;
  cards: CardScene[];
}

export interface BenchQuestion {
  question: string;
  chapter: string;
  sees: string[];
  choices: Option[];
  amount: boolean;
  away: boolean;
}

export interface BenchReview {
  said: string;
  verdict: BenchVerdict;
  answered: number;
  errors: number[];
}

export interface BenchScene {
  number: number;
  round: number;
  rounds: number;
  seats: BenchSeat[];
  board: BenchArea[];
  meters: Record<string, number>;
  question: BenchQuestion | null;
  verdict: BenchVerdict | null;
  review: BenchReview | null;
}

export interface BenchSeat {
  seat: number;
  name: string;
  stakes: StakePicture[];
  cards: CardScene[];
  folded: boolean;
  turn: boolean;
}

export interface BenchVerdict {
  words: string;
  error: boolean;
}

export interface BetScene {
  wager: string;
  title: string;
  cents?: number;
  state?: string;
  won?: number;
  open?: boolean;
  least?: number | null;
  most?: number | null;
  step?: number | null;
  amounts?: number[];
  equal?: string[];
  needs?: string[];
  slot?: boolean;
}

export interface BetSpot {
  title: string;
  slot: boolean;
  side: boolean;
  equal: string[];
  clause: string;
}

export interface BoardInscription {
  title: string;
  areas: string[];
}

export interface BoardScene {
  area: string;
  title: string;
  cards?: CardScene[];
}

export interface BoardSpot {
  title: string;
  cards: number;
  clause: string;
}

export interface Button {
  id: string;
  words: string;
  key: string;
  command: Record<string, any>;
  amount?: string;
  kind?: string;
  clause?: string | null;
}

export interface CardScene {
  name: string;
  face?: string | null;
}

export interface ChoiceWorth {
  choice: string;
  means: string;
  in_force: boolean;
  ev: string;
  house_edge: number;
  difference: string;
  difference_decimal: number;
}

export interface ClosedMeterScene {
  meter: string;
  words: string;
  table: string;
}

export interface Cloth {
  operator: string;
  color: string;
  words: string;
  rows?: ClothArea[][];
}

export interface ClothArea {
  area?: string;
  title?: string;
  place?: string;
  cards?: number;
}

export interface CoachChoice {
  words: string;
  ev: string;
  cents: number;
  dollars: string;
  best: boolean;
}

export interface Consequence {
  words: string;
  clause: string | null;
}

export interface ConsoleMessage {
  now: number;
  deadline: number | null;
  said: Announcement[];
  scene: ConsoleScene;
}

export interface ConsoleScene {
  version: number;
  seen: Scene;
  dealer: string;
  roles?: string[];
  why?: string;
  dealing?: string;
  taps?: Tap[];
  lines?: ScriptLine[];
  later?: ScriptLine[];
  stub?: StubGauge | null;
  decks?: DeckGauge[];
  question?: FloorQuestion | null;
  called?: string;
  answers_call?: boolean;
  declaring?: DeclarationScene[];
  entering?: Entering | null;
  pending?: PendingScene | null;
}

export interface DeckChange {
  deck: string;
  was: string;
  now: string;
}

export interface DeckGauge {
  deck: string;
  stage: string;
  used: number;
  of: number;
  clock: number;
  in_play?: boolean;
}

export interface DeclarationChoice {
  words: string;
  command: Record<string, any>;
  fields?: InputField[];
  blind?: boolean;
}

export interface DeclarationScene {
  title: string;
  by: string;
  choices: DeclarationChoice[];
  clause?: string | null;
}

export interface DrillAnswer {
  rating: number;
  at: number;
}

export type DrillDecision = [number, number, string, string, string, string, number[], number];

export interface DrillDeck {
  id: string;
  game: string;
  place: string;
  paytable: string;
  unit: string;
  felt: string;
  page: string;
  rounds: number;
  cost: string;
  grid: string[][];
  sections: DrillSection[];
  decisions: DrillDecision[];
}

export interface DrillLine {
  when: string;
  do: string;
  share: number;
  price: number;
}

export interface DrillSection {
  question: string;
  note: string;
  board: string[];
  buttons: string[];
  most: number;
  lines: DrillLine[];
}

export interface Entering {
  seats: EntrySeat[];
  seating?: EntryForm | null;
}

export interface EntryForm {
  words: string;
  command: Record<string, any>;
  fields?: InputField[];
  asked?: boolean;
}

export interface EntrySeat {
  seat: number;
  name: string;
  account: number;
  forms: EntryForm[];
}

export interface FanAnswer {
  game: string;
  jurisdiction: string;
  readings: Record<string, string>;
  wager: string;
  paytable: string;
  stake: number;
  payout_limit: number | null;
  ev: string;
  ev_decimal: number;
  standard_deviation: number;
  largest: number;
  rounds: number[];
  expected: number[];
  quantiles: Record<string, (number | number[])[]>;
  ahead: number | number[];
  even: number | number[] | null;
  is: "exact" | "bound";
}

export interface FeltInscription {
  words: string;
  clause: string;
}

export interface FeltScene {
  name: string;
  jurisdiction: string;
  game: string;
  operator: string;
  colour: string;
  seats: number;
  hand: number;
  box: string[][];
  board: string[][];
  wagers: Record<string, BetSpot>;
  areas: Record<string, BoardSpot>;
  lines: BoardInscription[];
  inscriptions: FeltInscription[];
  discards: boolean;
  paytables: OddsTable[];
  limits: string[];
  chip_step: number;
  minimum: number;
  maximum: number;
  limit_scope: string;
  outside_limit: string;
}

export interface FloorQuestion {
  asked: number;
  words: string;
  outcomes: PreviewedOutcome[];
  clause?: string | null;
  answers?: QuestionAnswer[];
  why?: string;
}

export interface GridRow {
  rank: string;
  cells: string[];
}

export interface InputField {
  name: string;
  title: string;
  kind?: string;
  least?: number | null;
  most?: number | null;
  places?: string[];
  optional?: boolean;
}

export interface InventoryScene {
  of: string;
  by: string;
  here?: boolean;
}

export interface JudgedStep {
  n: number;
  seat: number;
  name: string;
  done: string;
  best: string;
  right: boolean;
  cost?: string;
  cents?: number;
  judged?: boolean;
  late?: boolean;
}

export interface LabGame {
  game: string;
  jurisdiction: string;
  title: string;
  place: string;
  felt: string;
  payout_limit: number | null;
  wagers: LabWager[];
  groups: LabGroup[];
  readings: LabReading[];
}

export interface LabGroup {
  group: string;
  title: string;
  clause: string;
  tables: LabTable[];
}

export interface LabJob {
  job: string;
  question: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  ahead: number;
  work: string;
  done: number;
  total: number;
  seconds: number;
  about: number | null;
  problem: string | null;
}

export interface LabLine {
  hand: string;
  pays: string;
  clause: string;
}

export interface LabMeter {
  meter: string;
  least: number;
  clause: string;
}

export interface LabReading {
  reading: string;
  question: string;
  choices: Record<string, string>;
}

export interface LabTable {
  paytable: string;
  clause: string;
  hand: string;
  lines: LabLine[];
  meters: LabMeter[];
}

export interface LabWager {
  wager: string;
  title: string;
  unit: string;
  groups: string[];
  stake: number;
  stakes: number[];
}

export interface LineAdvice {
  section: number;
  rule: number;
  when: string;
  do: string;
  leaves: boolean;
  cost: string;
  hand: string[];
}

export interface Memory {
  state: number;
  step: number | null;
  stability: number;
  difficulty: number;
  due: string;
  last_review: string;
}

export interface MeterChange {
  meter: string;
  units: number;
  change: number;
}

export interface MeterFigures {
  meter: string;
  least: number;
  amount: number;
  return_per_1000: number;
  break_even: string | null;
  break_even_decimal: number | null;
  points: MeterPoint[];
  fed: number | undefined;
  wagers_between: number | undefined | null;
  funded: boolean | undefined;
  wagers_to_break_even: number | undefined | null;
  reaches_break_even: number | undefined | null;
}

export interface MeterPoint {
  amount: number;
  house_edge: number;
}

export interface MeterRequestScene {
  asked: string;
  table: string;
  words: string;
  confirms?: boolean;
  voids?: boolean;
  why?: string;
}

export interface MeterScene {
  name: string;
  title: string;
  cents: number;
}

export interface MetersAnswer {
  game: string;
  jurisdiction: string;
  wager: string;
  paytable: string;
  stake: number;
  ev: string;
  house_edge: number;
  meters: MeterFigures[];
  long_run_edge: number | undefined;
}

export interface Money {
  opening: number;
  fills: number;
  credits: number;
  drop: number;
  handle: number;
  win: number | null;
  inventory: number | null;
  closing: number;
}

export interface NextStep {
  words: string;
  by: string;
  clause?: string | null;
  command?: Record<string, any> | null;
}

export interface NoticeScene {
  limits: string;
  at: number;
}

export interface OddsLine {
  hand: string;
  pays: string;
}

export interface OddsTable {
  title: string;
  wagers: string[];
  lines: OddsLine[];
  clause: string;
}

export interface OpenEvent {
  number: number;
  table: string;
  time: string;
  words: string;
}

export interface Option {
  key: string;
  words: string;
}

export interface OutcomeAnswer {
  hand: string;
  pays: string | null;
  combinations: number;
  probability: number;
  contribution: number;
}

export interface OwnEvent {
  version: number;
  words: string;
}

export interface PageViewer {
  id: string;
  name: string;
}

export interface PaidRow {
  seat: number;
  title: string;
  stake: number;
  result: string;
  net: number;
  hand?: string;
  line?: string;
  sum?: string;
  clause?: string | null;
  mine?: boolean;
  areas?: string[];
  wager?: string;
  late?: boolean;
  rare?: boolean;
}

export interface Payment {
  seat: number;
  name: string;
  wager: string;
  title: string;
  result: string;
  stake: number;
  returned: number;
  net: number;
  hand?: string;
  pays?: string;
  sum?: string;
  clause?: string | null;
  cut?: number;
}

export interface PayoutScene {
  payout: string;
  words: string;
  lines?: SlipLineScene[];
  voids?: boolean;
}

export interface PendingScene {
  requests?: RequestScene[];
  counted_by?: string;
  counted_here?: boolean;
  decks?: string[];
  counts?: boolean;
  fill?: number;
  asks?: boolean;
  inventory?: InventoryScene | null;
  open_counts?: string[];
  payouts?: PayoutScene[];
}

export interface Preview {
  version: number;
  outcomes: PreviewedOutcome[];
  clause: string | null;
  second: string;
}

export interface PreviewedOutcome {
  void: boolean;
  back: number;
  said: Record<string, any> | null;
  words: Consequence[];
  seats: SeatChange[];
  meters: MeterChange[];
  decks: DeckChange[];
}

export interface ProposedTable {
  lines: Record<string, string>;
  ev: string;
  house_edge: number;
}

export interface QuestionAnswer {
  words: string;
  command: Record<string, any>;
  kind?: string;
  fields?: InputField[];
}

export interface ReadingWorth {
  reading: string;
  question: string;
  clauses: string[];
  differs: boolean;
  choices: ChoiceWorth[];
}

export interface ReadingsAnswer {
  game: string;
  jurisdiction: string;
  wager: string;
  paytable: string;
  unit: string;
  readings: ReadingWorth[];
}

export interface ReplayLine {
  words: string;
  clause?: string | null;
  faces?: boolean;
}

export interface ReplayStep {
  n: number;
  phase: string;
  time: number;
  who: string;
  words: string;
  board: BoardScene[];
  seats: SeatScene[];
  clause?: string | null;
  lines?: ReplayLine[];
  paid?: Payment[];
  faces?: boolean;
}

export interface RequestScene {
  asked: string;
  words: string;
  chips: Record<string, number>;
  confirms?: boolean;
  voids?: boolean;
  why?: string;
  lines?: SlipLineScene[];
}

export interface RulesAnswer {
  valid: boolean;
  findings: RulesFinding[];
  warnings: RulesFinding[];
  toml: string | null;
}

export interface RulesFinding {
  clause: string | null;
  field: string;
  line: number;
  message: string;
}

export interface Scene {
  table: string;
  version: number;
  at: string;
  phase: "waiting" | "bets" | "dealing" | "mine" | "others" | "reveals" | "settling" | "closed";
  round: number;
  headline: string;
  seats: SeatScene[];
  board: BoardScene[];
  meters: MeterScene[];
  clause?: string | null;
  practice?: boolean;
  pace?: string;
  skip?: boolean;
  back?: string;
  buttons?: Button[];
  slider?: Slider | null;
  draw?: number | null;
  more?: boolean;
  missing?: string;
  paid?: PaidRow[];
  net?: number | null;
  balance?: number | null;
  account?: number | null;
  void?: VoidScene | null;
  lit?: string[];
  commitment?: string | null;
  words_round?: string | null;
  steps?: NextStep[];
  stopped?: string;
  limits?: string;
  digest?: string;
  notice?: NoticeScene | null;
  warns?: boolean;
}

export interface Scheduled {
  memory: Memory;
  due: number;
}

export interface ScriptLine {
  words: string;
  by: string;
  clause?: string | null;
  command?: Record<string, any> | null;
  cents?: number;
  chips?: string;
  mine?: boolean;
  fields?: InputField[];
  rows?: ScriptLine[];
  row_command?: Record<string, any> | null;
}

export interface SeatChange {
  seat: number;
  name: string;
  back: number;
  lost: number;
  paid: number;
  chips: string;
  wagers: [string, number][];
}

export interface SeatScene {
  seat: number;
  player?: string | null;
  name?: string;
  bot?: boolean;
  free?: boolean;
  mine?: boolean;
  turn?: boolean;
  ready?: boolean;
  word?: string;
  note?: string;
  hand?: string;
  cards?: CardScene[];
  discards?: CardScene[];
  bets?: BetScene[];
}

export interface Slider {
  command: Record<string, any>;
  least: number;
  most: number;
  step: number;
}

export interface SlipLineScene {
  line: string;
  by?: string;
  may?: boolean;
}

export interface StakePicture {
  title: string;
  cents: number;
  where: string;
}

export interface StrategyRule {
  when: string;
  do: string;
}

export interface StrategySection {
  decision: string;
  rules: StrategyRule[];
  note: string;
}

export interface StrategySheet {
  title: string;
  paytable: string;
  sections: StrategySection[];
  cost: string;
  grid: GridRow[];
}

export interface StubGauge {
  round: number;
  of: number;
  due?: boolean;
}

export interface TableMessage {
  now: number;
  deadline: number | null;
  said: Announcement[];
  scene: Scene;
  without_you: OwnEvent[];
  you: PageViewer | null;
}

export interface Tap {
  words: string;
  command: Record<string, any>;
}

export interface TargetAnswer {
  game: string;
  wager: string;
  edge: number;
  stake: number | undefined | null;
  payout_limit: number | undefined | null;
  tables: ProposedTable[];
}

export interface ValueAtStakeAnswer {
  stake: number;
  payout_limit: number | null;
  ev: string;
  house_edge: number;
}

export interface VarianceScene {
  due: string;
  words: string;
  may?: boolean;
}

export interface Verdict {
  version: number;
  words: string;
  best: string;
  right: boolean;
  cost: string;
  cents: number;
  judged: boolean;
  line: LineAdvice | null;
}

export interface VoidScene {
  words: string;
  clause: string;
  back?: string[];
}

export interface WagerAnswer {
  wager: string;
  paytable: string;
  unit: string;
  ev: string;
  ev_decimal: number;
  house_edge: number;
  average_wagered: number;
  element_of_risk: number;
  standard_deviation: number;
  hit_frequency: number;
  stake: number | null;
  payout_limit: number | null;
  at_limits: ValueAtStakeAnswer[] | undefined;
  outcomes: OutcomeAnswer[];
  break_even: number | undefined | null;
  return_per_1000: Record<string, number> | undefined;
  envy_per_player: number | undefined;
}

export interface Wall {
  now: number;
  may: string[];
  tables: WallTable[];
  notice_minutes: number;
  closed_meters: ClosedMeterScene[];
  meter_requests: MeterRequestScene[];
  events: OpenEvent[];
  more_events: number;
}

export interface WallMeterScene {
  name: string;
  title: string;
  cents: number;
  meter: string;
  shown: number | number;
}

export interface WallTable {
  table: string;
  name: string;
  game: string;
  color: string;
  limits: string;
  round: number;
  phase: string;
  next: string;
  seats: string[];
  dealer: string;
  money: Money;
  practice?: boolean;
  approval?: string;
  real_cards?: string;
  dealt_by?: string;
  alarms?: Alarm[];
  called?: string;
  question?: FloorQuestion | null;
  pending?: PendingScene | null;
  meters?: WallMeterScene[];
  decks?: DeckGauge[];
  notice?: string;
  between?: boolean;
  closed?: boolean;
  drop_day?: string;
  may_close_form?: boolean;
  variance?: VarianceScene | null;
  stopped?: string;
}
