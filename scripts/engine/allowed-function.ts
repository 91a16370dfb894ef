// The functions that analysts may call: those that only make values of values. A test compares the list with the
// engine's own: a function that a newer engine brings is refused until somebody has judged it.

const FUNCTIONS = `
  -- Arithmetic
    abs avg2 byteSwap divide divideDecimal divideOrNull gcd ifNotFinite intDiv intDivOrNull intDivOrZero isFinite
    isInfinite isNaN lcm max2 midpoint min2 minus modulo moduloLegacy moduloOrNull moduloOrZero multiply
    multiplyDecimal negate plus positiveModulo positiveModuloOrNull sqr
  -- Arrays
    array arrayAUCPR arrayAll arrayAutocorrelation arrayAvg arrayBottomK arrayCompact arrayConcat arrayCount
    arrayCumSum arrayCumSumNonNegative arrayDifference arrayDistinct arrayDotProduct arrayElement arrayElementOrNull
    arrayEnumerate arrayEnumerateDense arrayEnumerateDenseRanked arrayEnumerateUniq arrayEnumerateUniqRanked
    arrayExcept arrayExists arrayFill arrayFilter arrayFirst arrayFirstIndex arrayFirstOrNull arrayFlatten arrayFold
    arrayIntersect arrayJaccardIndex arrayJoin arrayLast arrayLastIndex arrayLastOrNull arrayLevenshteinDistance
    arrayLevenshteinDistanceWeighted arrayMap arrayMax arrayMin arrayNormalizedGini arrayPartialReverseSort
    arrayPartialShuffle arrayPartialSort arrayPopBack arrayPopFront arrayProduct arrayPushBack arrayPushFront
    arrayROCAUC arrayRandomSample arrayReduce arrayReduceInRanges arrayRemove arrayResize arrayReverse
    arrayReverseFill arrayReverseSort arrayReverseSplit arrayRotateLeft arrayRotateRight arrayShiftLeft
    arrayShiftRight arrayShingles arrayShuffle arraySimilarity arraySlice arraySort arraySplit arraySum
    arraySymmetricDifference arrayTopK arrayTranspose arrayUnion arrayUniq arrayWithConstant arrayZip
    arrayZipUnaligned countEqual empty emptyArrayDate emptyArrayDateTime emptyArrayFloat32 emptyArrayFloat64
    emptyArrayInt16 emptyArrayInt32 emptyArrayInt64 emptyArrayInt8 emptyArrayString emptyArrayToSingle
    emptyArrayUInt16 emptyArrayUInt32 emptyArrayUInt64 emptyArrayUInt8 has hasAll hasAny hasSubstr indexOf
    indexOfAssumeSorted length notEmpty range replicate reverse
  -- Bit
    bitAnd bitCount bitHammingDistance bitNot bitOr bitRotateLeft bitRotateRight bitShiftLeft bitShiftRight bitSlice
    bitTest bitTestAll bitTestAny bitXor
  -- Comparison
    equals globalIn globalInIgnoreSet globalNotIn globalNotInIgnoreSet globalNotNullIn globalNotNullInIgnoreSet
    globalNullIn globalNullInIgnoreSet greater greaterOrEquals in inIgnoreSet isDistinctFrom isNotDistinctFrom less
    lessOrEquals notEquals notIn notInIgnoreSet notNullIn notNullInIgnoreSet nullIn nullInIgnoreSet
  -- Conditional
    caseWithExpression clamp greatest if least multiIf
  -- Dates and Times
    UTCTimestamp YYYYMMDDToDate YYYYMMDDToDate32 YYYYMMDDhhmmssToDateTime YYYYMMDDhhmmssToDateTime64 addDate addDays
    addHours addInterval addMicroseconds addMilliseconds addMinutes addMonths addNanoseconds addQuarters addSeconds
    addTupleOfIntervals addWeeks addYears age changeDay changeHour changeMinute changeMonth changeSecond changeYear
    dateDiff dateName dateTrunc formatDateTime formatDateTimeInJodaSyntax fromDaysSinceYearZero
    fromDaysSinceYearZero32 fromModifiedJulianDay fromModifiedJulianDayOrNull fromUTCTimestamp fromUnixTimestamp
    fromUnixTimestampInJodaSyntax localtime makeDate makeDate32 makeDateTime makeDateTime64 monthName now now64
    nowInBlock nowInBlock64 subDate subtractDays subtractHours subtractInterval subtractMicroseconds
    subtractMilliseconds subtractMinutes subtractMonths subtractNanoseconds subtractQuarters subtractSeconds
    subtractTupleOfIntervals subtractWeeks subtractYears timeDiff timeSlot timeSlots timestamp timezone timezoneOf
    timezoneOffset toDayOfMonth toDayOfWeek toDayOfYear toDaysInMonth toDaysSinceYearZero toHour toISOWeek toISOYear
    toLastDayOfMonth toLastDayOfWeek toMicrosecond toMillisecond toMinute toModifiedJulianDay
    toModifiedJulianDayOrNull toMonday toMonth toMonthNumSinceEpoch toNanosecond toQuarter toRelativeDayNum
    toRelativeHourNum toRelativeMinuteNum toRelativeMonthNum toRelativeQuarterNum toRelativeSecondNum
    toRelativeWeekNum toRelativeYearNum toSecond toStartOfDay toStartOfFifteenMinutes toStartOfFiveMinutes
    toStartOfHour toStartOfISOYear toStartOfInterval toStartOfMicrosecond toStartOfMillisecond toStartOfMinute
    toStartOfMonth toStartOfNanosecond toStartOfQuarter toStartOfSecond toStartOfTenMinutes toStartOfWeek
    toStartOfYear toTimeWithFixedDate toTimezone toUTCTimestamp toUnixTimestamp toWeek toYYYYMM toYYYYMMDD
    toYYYYMMDDhhmmss toYear toYearNumSinceEpoch toYearWeek today yesterday
  -- Distance
    L1Distance L1Norm L1Normalize L2Distance L2Norm L2Normalize L2SquaredDistance L2SquaredNorm LinfDistance LinfNorm
    LinfNormalize LpDistance LpNorm LpNormalize cosineDistance
  -- Encoding
    bin bitPositionsToArray bitmaskToArray bitmaskToList char hex hilbertDecode hilbertEncode mortonDecode
    mortonEncode unbin unhex
  -- Financial
    financialInternalRateOfReturn financialInternalRateOfReturnExtended financialNetPresentValue
    financialNetPresentValueExtended
  -- Hash
    MD4 MD5 RIPEMD160 SHA1 SHA224 SHA256 SHA384 SHA512 SHA512_256 URLHash cityHash64 farmFingerprint64 farmHash64
    gccMurmurHash halfMD5 intHash32 intHash64 javaHash javaHashUTF16LE jumpConsistentHash keccak256
    kostikConsistentHash metroHash64 murmurHash2_32 murmurHash2_64 murmurHash3_128 murmurHash3_32 murmurHash3_64
    ngramMinHash ngramMinHashArg ngramMinHashArgCaseInsensitive ngramMinHashArgCaseInsensitiveUTF8 ngramMinHashArgUTF8
    ngramMinHashCaseInsensitive ngramMinHashCaseInsensitiveUTF8 ngramMinHashUTF8 ngramSimHash
    ngramSimHashCaseInsensitive ngramSimHashCaseInsensitiveUTF8 ngramSimHashUTF8 sipHash128 sipHash128Keyed
    sipHash128Reference sipHash128ReferenceKeyed sipHash64 sipHash64Keyed wordShingleMinHash wordShingleMinHashArg
    wordShingleMinHashArgCaseInsensitive wordShingleMinHashArgCaseInsensitiveUTF8 wordShingleMinHashArgUTF8
    wordShingleMinHashCaseInsensitive wordShingleMinHashCaseInsensitiveUTF8 wordShingleMinHashUTF8 wordShingleSimHash
    wordShingleSimHashCaseInsensitive wordShingleSimHashCaseInsensitiveUTF8 wordShingleSimHashUTF8 wyHash64 xxHash32
    xxHash64 xxh3 xxh3_128
  -- IP Address
    IPv4CIDRToRange IPv4NumToString IPv4NumToStringClassC IPv4StringToNum IPv4StringToNumOrDefault
    IPv4StringToNumOrNull IPv4ToIPv6 IPv6CIDRToRange IPv6NumToString IPv6StringToNum IPv6StringToNumOrDefault
    IPv6StringToNumOrNull cutIPv6 isIPAddressInRange isIPv4String isIPv6String toIPv4 toIPv4OrDefault toIPv4OrNull
    toIPv4OrZero toIPv6 toIPv6OrDefault toIPv6OrNull toIPv6OrZero
  -- JSON
    JSONAllPaths JSONAllPathsWithTypes JSONAllValues JSONArrayLength JSONDynamicPaths JSONDynamicPathsWithTypes
    JSONExtract JSONExtractArrayRaw JSONExtractArrayRawCaseInsensitive JSONExtractBool JSONExtractBoolCaseInsensitive
    JSONExtractCaseInsensitive JSONExtractFloat JSONExtractFloatCaseInsensitive JSONExtractInt
    JSONExtractIntCaseInsensitive JSONExtractKeys JSONExtractKeysAndValues JSONExtractKeysAndValuesCaseInsensitive
    JSONExtractKeysAndValuesRaw JSONExtractKeysAndValuesRawCaseInsensitive JSONExtractKeysCaseInsensitive
    JSONExtractRaw JSONExtractRawCaseInsensitive JSONExtractString JSONExtractStringCaseInsensitive JSONExtractUInt
    JSONExtractUIntCaseInsensitive JSONHas JSONKey JSONLength JSONMergePatch JSONSharedDataPaths
    JSONSharedDataPathsWithTypes JSONType JSON_EXISTS JSON_QUERY JSON_VALUE dynamicElement dynamicType
    isDynamicElementInSharedData isValidJSON prettyPrintJSON simpleJSONExtractBool simpleJSONExtractFloat
    simpleJSONExtractInt simpleJSONExtractRaw simpleJSONExtractString simpleJSONExtractUInt simpleJSONHas toJSONString
  -- Logical
    and not or xor
  -- Map
    extractKeyValuePairs extractKeyValuePairsWithEscaping map mapAdd mapAll mapApply mapConcat mapContainsKey
    mapContainsKeyLike mapContainsValue mapContainsValueLike mapExists mapExtractKeyLike mapExtractValueLike mapFilter
    mapFromArrays mapKeys mapPartialReverseSort mapPartialSort mapPopulateSeries mapReverseSort mapSort mapSubtract
    mapUpdate mapValues
  -- Mathematical
    acos acosh asin asinh atan atan2 atanh cbrt cos cosh degrees e erf erfc exp exp10 exp2 factorial hypot intExp10
    intExp2 isPrime isProbablePrime lgamma log log10 log1p log2 pi pow proportionsZTest radians sigmoid sign sin sinh
    sqrt tan tanh tgamma widthBucket
  -- Null
    assumeNotNull coalesce firstNonDefault ifNull isNotNull isNull isNullable isZeroOrNull nullIf toNullable
  -- Other
    bar blockNumber byteSize countDigits currentDatabase defaultValueOfArgumentType defaultValueOfTypeName digits
    finalizeAggregation formatReadableDecimalSize formatReadableQuantity formatReadableSize formatReadableTimeDelta
    getSetting getSubcolumn identity ignore indexHint initializeAggregation isConstant isDecimalOverflow materialize
    minSampleSizeContinuous minSampleSizeConversion neighbor parseReadableSize parseReadableSizeOrNull
    parseReadableSizeOrZero parseTimeDelta rowNumberInAllBlocks rowNumberInBlock runningAccumulate runningDifference
    runningDifferenceStartingWithFirstValue throwIf toColumnTypeName toTypeName transform variantElement variantType
    version visibleWidth
  -- Other names
    CARDINALITY CHARACTER_LENGTH CHAR_LENGTH DATABASE DATE_DIFF DATE_FORMAT DATE_TRUNC DAY DAYOFMONTH DAYOFWEEK
    DAYOFYEAR FORMAT_BYTES FROM_BASE64 FROM_DAYS FROM_UNIXTIME HOUR INET6_ATON INET6_NTOA INET_ATON INET_NTOA
    JSON_ARRAY_LENGTH LAST_DAY MAP_FROM_ARRAYS MICROSECOND MILLISECOND MINUTE MONTH NANOSECOND NATURAL_SORT_KEY
    OCTET_LENGTH QUARTER REGEXP_EXTRACT REGEXP_MATCHES REGEXP_REPLACE REGEXP_SUBSTR SCHEMA SECOND SUBSTRING_INDEX
    TIMESTAMP_DIFF TO_BASE64 TO_DAYS TO_UNIXTIME UTC_timestamp YEAR arrayAUC arrayPRAUC array_remove array_to_string
    byteSlice caseWithExpr caseWithoutExpr caseWithoutExpression ceiling concat_ws curdate current_database
    current_date current_timestamp date_bin date_diff distanceCosine distanceL1 distanceL2 distanceL2Squared
    distanceLinf distanceLp extractAllGroups flatten from_utc_timestamp hasAllToken hasAnyToken instr isASCII
    jsonMergePatch lcase levenshteinDistance levenshteinDistanceUTF8 ln localtimestamp lpad ltrim mapContains
    mapFromString matchPhrase mid minSampleSizeContinous mismatches mod modOrNull normL1 normL2 normL2Squared normLinf
    normLp normalizeL1 normalizeL2 normalizeLinf normalizeLp pmod pmodOrNull positive_modulo positive_modulo_or_null
    power rand32 regexpInstr regexp_instr removeAccentsUTF8 replace rpad rtrim scalarProduct splitByAlpha str_to_date
    str_to_map substr timeZone timeZoneOf timeZoneOffset time_bucket timestampDiff timestamp_diff toStartOfFiveMinute
    toTimeZone to_utc_timestamp trim truncate ucase unnest vectorDifference vectorSum visitParamExtractBool
    visitParamExtractFloat visitParamExtractInt visitParamExtractRaw visitParamExtractString visitParamExtractUInt
    visitParamHas week width_bucket yandexConsistentHash yearweek
  -- Random Number
    fuzzBits rand rand64 randBernoulli randBinomial randCanonical randChiSquared randConstant randExponential
    randFisherF randLogNormal randNegativeBinomial randNormal randPoisson randStudentT randUniform randomFixedString
    randomPrintableASCII randomString randomStringUTF8
  -- Rounding
    ceil floor round roundAge roundBankers roundDown roundDuration roundToExp2 trunc
  -- String
    CRC32 CRC32IEEE CRC64 appendTrailingCharIfAbsent ascii base32Decode base32Encode base58Decode base58Encode
    base64Decode base64Encode base64URLDecode base64URLEncode basename byteHammingDistance caseFoldUTF8
    compareSubstrings concat concatAssumeInjective concatWithSeparator concatWithSeparatorAssumeInjective conv
    convertCharset damerauLevenshteinDistance decodeHTMLComponent decodeXMLComponent editDistance editDistanceUTF8
    encodeXMLComponent endsWith endsWithCaseInsensitive endsWithCaseInsensitiveUTF8 endsWithUTF8 extractTextFromHTML
    firstLine initcap initcapUTF8 isValidASCII isValidUTF8 jaroSimilarity jaroWinklerSimilarity left leftPad
    leftPadUTF8 leftUTF8 lengthUTF8 lower lowerUTF8 naturalSortKey normalizeUTF8NFC normalizeUTF8NFD normalizeUTF8NFKC
    normalizeUTF8NFKCCasefold normalizeUTF8NFKD regexpExtract regexpPosition removeDiacriticsUTF8 repeat reverseUTF8
    right rightPad rightPadUTF8 rightUTF8 soundex space sparseGrams sparseGramsHashes sparseGramsHashesUTF8
    sparseGramsUTF8 startsWith startsWithCaseInsensitive startsWithCaseInsensitiveUTF8 startsWithUTF8
    stringBytesEntropy stringBytesUniq stringJaccardIndex stringJaccardIndexUTF8 substring substringIndex
    substringIndexUTF8 substringUTF8 toValidUTF8 trimBoth trimLeft trimRight tryBase32Decode tryBase58Decode
    tryBase64Decode tryBase64URLDecode upper upperUTF8
  -- String Replacement
    overlay overlayUTF8 printf regexpQuoteMeta replaceAll replaceOne replaceRegexpAll replaceRegexpOne translate
    translateUTF8
  -- String Search
    countMatches countMatchesCaseInsensitive countSubstrings countSubstringsCaseInsensitive
    countSubstringsCaseInsensitiveUTF8 extract extractAll extractAllGroupsHorizontal extractGroups hasAllTokens
    hasAnyTokens hasPhrase hasSubsequence hasSubsequenceCaseInsensitive hasSubsequenceCaseInsensitiveUTF8
    hasSubsequenceUTF8 hasToken hasTokenCaseInsensitive hasTokenCaseInsensitiveOrNull hasTokenOrNull ilike like locate
    match multiFuzzyMatchAllIndices multiFuzzyMatchAny multiFuzzyMatchAnyIndex multiMatchAllIndices multiMatchAny
    multiMatchAnyIndex multiSearchAllPositions multiSearchAllPositionsCaseInsensitive
    multiSearchAllPositionsCaseInsensitiveUTF8 multiSearchAllPositionsUTF8 multiSearchAny
    multiSearchAnyCaseInsensitive multiSearchAnyCaseInsensitiveUTF8 multiSearchAnyUTF8 multiSearchFirstIndex
    multiSearchFirstIndexCaseInsensitive multiSearchFirstIndexCaseInsensitiveUTF8 multiSearchFirstIndexUTF8
    multiSearchFirstPosition multiSearchFirstPositionCaseInsensitive multiSearchFirstPositionCaseInsensitiveUTF8
    multiSearchFirstPositionUTF8 ngramDistance ngramDistanceCaseInsensitive ngramDistanceCaseInsensitiveUTF8
    ngramDistanceUTF8 ngramSearch ngramSearchCaseInsensitive ngramSearchCaseInsensitiveUTF8 ngramSearchUTF8 notILike
    notLike position positionCaseInsensitive positionCaseInsensitiveUTF8 positionUTF8
  -- String Splitting
    alphaTokens arrayStringConcat extractAllGroupsVertical ngrams reverseBySeparator splitByChar splitByNonAlpha
    splitByRegexp splitByString splitByWhitespace tokens
  -- Time Series
    seriesDecomposeSTL seriesOutliersDetectTukey timeSeriesFromGrid timeSeriesRange
  -- Tuple
    dotProduct flattenTuple tuple tupleConcat tupleDivide tupleDivideByNumber tupleElement tupleHammingDistance
    tupleIntDiv tupleIntDivByNumber tupleIntDivOrZero tupleIntDivOrZeroByNumber tupleMinus tupleModulo
    tupleModuloByNumber tupleMultiply tupleMultiplyByNumber tupleNames tupleNegate tuplePlus
    tuplePositiveModuloByNumber tupleToNameValuePairs
  -- Type Conversion
    CAST DATE _CAST accurateCast accurateCastOrDefault accurateCastOrNull fromUnixTimestamp64Micro fromUnixTimestamp64Milli
    fromUnixTimestamp64Nano fromUnixTimestamp64Second parseDateTime parseDateTime32BestEffort
    parseDateTime32BestEffortOrNull parseDateTime32BestEffortOrZero parseDateTime64 parseDateTime64BestEffort
    parseDateTime64BestEffortOrNull parseDateTime64BestEffortOrZero parseDateTime64BestEffortUS
    parseDateTime64BestEffortUSOrNull parseDateTime64BestEffortUSOrZero parseDateTime64InJodaSyntax
    parseDateTime64InJodaSyntaxOrNull parseDateTime64InJodaSyntaxOrZero parseDateTime64OrNull parseDateTime64OrZero
    parseDateTimeBestEffort parseDateTimeBestEffortOrNull parseDateTimeBestEffortOrZero parseDateTimeBestEffortUS
    parseDateTimeBestEffortUSOrNull parseDateTimeBestEffortUSOrZero parseDateTimeInJodaSyntax
    parseDateTimeInJodaSyntaxOrNull parseDateTimeInJodaSyntaxOrZero parseDateTimeOrNull parseDateTimeOrZero
    reinterpret reinterpretAsDate reinterpretAsDateTime reinterpretAsFixedString reinterpretAsFloat32
    reinterpretAsFloat64 reinterpretAsInt128 reinterpretAsInt16 reinterpretAsInt256 reinterpretAsInt32
    reinterpretAsInt64 reinterpretAsInt8 reinterpretAsString reinterpretAsUInt128 reinterpretAsUInt16
    reinterpretAsUInt256 reinterpretAsUInt32 reinterpretAsUInt64 reinterpretAsUInt8 reinterpretAsUUID toBFloat16
    toBFloat16OrNull toBFloat16OrZero toBool toDate toDate32 toDate32OrDefault toDate32OrNull toDate32OrZero
    toDateOrDefault toDateOrNull toDateOrZero toDateTime toDateTime32 toDateTime64 toDateTime64OrDefault
    toDateTime64OrNull toDateTime64OrZero toDateTimeOrDefault toDateTimeOrNull toDateTimeOrZero toDecimal128
    toDecimal128OrDefault toDecimal128OrNull toDecimal128OrZero toDecimal256 toDecimal256OrDefault toDecimal256OrNull
    toDecimal256OrZero toDecimal32 toDecimal32OrDefault toDecimal32OrNull toDecimal32OrZero toDecimal64
    toDecimal64OrDefault toDecimal64OrNull toDecimal64OrZero toDecimalString toFixedString toFloat32
    toFloat32OrDefault toFloat32OrNull toFloat32OrZero toFloat64 toFloat64OrDefault toFloat64OrNull toFloat64OrZero
    toInt128 toInt128OrDefault toInt128OrNull toInt128OrZero toInt16 toInt16OrDefault toInt16OrNull toInt16OrZero
    toInt256 toInt256OrDefault toInt256OrNull toInt256OrZero toInt32 toInt32OrDefault toInt32OrNull toInt32OrZero
    toInt64 toInt64OrDefault toInt64OrNull toInt64OrZero toInt8 toInt8OrDefault toInt8OrNull toInt8OrZero toInterval
    toIntervalDay toIntervalHour toIntervalMicrosecond toIntervalMillisecond toIntervalMinute toIntervalMonth
    toIntervalNanosecond toIntervalQuarter toIntervalSecond toIntervalWeek toIntervalYear toLowCardinality toString
    toStringCutToZero toTime toTime64 toTime64OrNull toTime64OrZero toTimeOrNull toTimeOrZero toUInt128
    toUInt128OrDefault toUInt128OrNull toUInt128OrZero toUInt16 toUInt16OrDefault toUInt16OrNull toUInt16OrZero
    toUInt256 toUInt256OrDefault toUInt256OrNull toUInt256OrZero toUInt32 toUInt32OrDefault toUInt32OrNull
    toUInt32OrZero toUInt64 toUInt64OrDefault toUInt64OrNull toUInt64OrZero toUInt8 toUInt8OrDefault toUInt8OrNull
    toUInt8OrZero toUUID toUUIDOrZero toUnixTimestamp64Micro toUnixTimestamp64Milli toUnixTimestamp64Nano
    toUnixTimestamp64Second
  -- URL
    URLHierarchy URLPathHierarchy cutFragment cutQueryString cutQueryStringAndFragment cutToFirstSignificantSubdomain
    cutToFirstSignificantSubdomainCustom cutToFirstSignificantSubdomainCustomRFC
    cutToFirstSignificantSubdomainCustomWithWWW cutToFirstSignificantSubdomainCustomWithWWWRFC
    cutToFirstSignificantSubdomainRFC cutToFirstSignificantSubdomainWithWWW cutToFirstSignificantSubdomainWithWWWRFC
    cutURLParameter cutWWW decodeURLComponent decodeURLFormComponent domain domainRFC domainWithoutWWW
    domainWithoutWWWRFC encodeURLComponent encodeURLFormComponent extractURLParameter extractURLParameterNames
    extractURLParameters firstSignificantSubdomain firstSignificantSubdomainCustom firstSignificantSubdomainCustomRFC
    firstSignificantSubdomainRFC fragment netloc path pathFull port portRFC protocol queryString
    queryStringAndFragment topLevelDomain topLevelDomainRFC
  -- UUID
    UUIDNumToString UUIDStringToNum UUIDToNum UUIDv7ToDateTime dateTime64ToSnowflakeID dateTimeToSnowflakeID
    dateTimeToUUIDv7 generateUUIDv4 generateUUIDv7 snowflakeIDToDateTime snowflakeIDToDateTime64 toUUIDOrDefault
    toUUIDOrNull
  -- Aggregates
    analysisOfVariance any anyHeavy anyLast anyLast_respect_nulls any_respect_nulls approx_top_k approx_top_sum
    argAndMax argAndMin argMax argMin avg avgWeighted boundingRatio contingency corr corrMatrix corrStable count
    covarPop covarPopMatrix covarPopStable covarSamp covarSampMatrix covarSampStable cramersV cramersVBiasCorrected
    cume_dist deltaSum deltaSumTimestamp denseRank entropy exponentialMovingAverage exponentialTimeDecayedAvg
    exponentialTimeDecayedCount exponentialTimeDecayedMax exponentialTimeDecayedSum groupArray groupArrayInsertAt
    groupArrayIntersect groupArrayLast groupArrayMovingAvg groupArrayMovingSum groupArraySample groupArraySorted
    groupBitAnd groupBitOr groupBitXor groupConcat groupFormat groupUniqArray histogram intervalLengthSum
    kolmogorovSmirnovTest kurtPop kurtSamp lag lagInFrame largestTriangleThreeBuckets lead leadInFrame
    mannWhitneyUTest max maxIntersections maxIntersectionsPosition maxMappedArrays meanZTest min minMappedArrays
    nonNegativeDerivative nth_value ntile percentRank quantile quantileBFloat16 quantileBFloat16Weighted quantileDD
    quantileDeterministic quantileExact quantileExactExclusive quantileExactHigh quantileExactInclusive
    quantileExactLow quantileExactWeighted quantileExactWeightedInterpolated quantileGK quantileInterpolatedWeighted
    quantileTDigest quantileTDigestWeighted quantileTiming quantileTimingWeighted quantiles quantilesBFloat16
    quantilesBFloat16Weighted quantilesDD quantilesDeterministic quantilesExact quantilesExactExclusive
    quantilesExactHigh quantilesExactInclusive quantilesExactLow quantilesExactWeighted
    quantilesExactWeightedInterpolated quantilesGK quantilesInterpolatedWeighted quantilesTDigest
    quantilesTDigestWeighted quantilesTiming quantilesTimingWeighted rank rankCorr retention row_number sequenceCount
    sequenceMatch sequenceMatchEvents simpleLinearRegression skewPop skewSamp sparkbar stddevPop stddevPopStable
    stddevSamp stddevSampStable studentTTest studentTTestOneSample sum sumCount sumKahan sumMapFiltered
    sumMapFilteredWithOverflow sumMapWithOverflow sumMappedArrays sumWithOverflow theilsU topK topKWeighted uniq
    uniqCombined uniqCombined64 uniqExact uniqHLL12 uniqUpTo varPop varPopStable varSamp varSampStable welchTTest
    windowFunnel BIT_AND BIT_OR BIT_XOR COVAR_POP COVAR_SAMP STD STDDEV STDDEV_POP STDDEV_SAMP VAR_POP VAR_SAMP anova
    anyLastRespectNulls anyRespectNulls anyValueRespectNulls any_value any_value_respect_nulls approx_top_count
    array_agg dense_rank firstValueRespectNulls first_value first_value_respect_nulls group_concat
    lastValueRespectNulls last_value last_value_respect_nulls lttb max_by median medianBFloat16 medianBFloat16Weighted
    medianDD medianDeterministic medianExact medianExactHigh medianExactLow medianExactWeighted
    medianExactWeightedInterpolated medianGK medianInterpolatedWeighted medianTDigest medianTDigestWeighted
    medianTiming medianTimingWeighted min_by percent_rank sparkBar string_agg
`;

/** Table functions among them: they make rows of their arguments and read nothing. */
const TABLE_FUNCTIONS = "numbers zeros values generateSeries generate_series";

/** What the engine's syntax tree writes for parts of expressions that are no functions of their own. */
const SYNTAX = "lambda exists";

/** Endings that make an aggregate of another, as in sumIf. */
const COMBINATORS = "If Array Map Distinct OrDefault OrNull Resample ArgMin ArgMax State Merge ForEach Null";

const namesOf = (text: string): string[] => text.replace(/^ *--.*$/gm, "").match(/\S+/g) ?? [];
const isAggregateAt = FUNCTIONS.indexOf("-- Aggregates");
const lower = (names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => name.toLowerCase()));

export const ALLOWED_FUNCTIONS: readonly string[] = namesOf(FUNCTIONS);
export const ALLOWED_TABLE_FUNCTIONS: readonly string[] = namesOf(TABLE_FUNCTIONS);
export const ALLOWED_COMBINATORS: readonly string[] = namesOf(COMBINATORS);

const allowed = lower([...ALLOWED_FUNCTIONS, ...ALLOWED_TABLE_FUNCTIONS, ...namesOf(SYNTAX)]);
const aggregates = lower(namesOf(FUNCTIONS.slice(isAggregateAt)));
const ending = new RegExp(`(?:${ALLOWED_COMBINATORS.join("|")})$`, "i");

/** Whether analysts may call what is named so; names differ by more than their case. */
export function isAllowedFunction(name: string): boolean {
  if (allowed.has(name.toLowerCase())) return true;
  for (let base = name.replace(ending, ""), longer = name; base !== longer; base = base.replace(ending, "")) {
    if (aggregates.has(base.toLowerCase())) return true;
    longer = base;
  }
  return false;
}
